const MIN_FILES = 3;
const MIN_ROOT_CHARS = 8;

/** Share of all paths that must be absolute: relative ones are relative to some other folder. */
const ABSOLUTE_SHARE = 0.7;

/** Share of the absolute paths that must be below a folder for it to be the root. */
const ROOT_SHARE = 0.6;

/**
 * The folder that most absolute paths are below, with its separator at the end; `undefined` when naming it would
 * save nothing. Paths then need not repeat it.
 */
export function findRoot(paths: readonly string[]): string | undefined {
  const absolute = paths.filter(isAbsolute);
  if (absolute.length < MIN_FILES || absolute.length < paths.length * ABSOLUTE_SHARE) return undefined;
  const counts = new Map<string, number>();
  for (const path of absolute) for (const folder of foldersOf(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  const common = [...counts].filter(([, count]) => count >= absolute.length * ROOT_SHARE).map(([folder]) => folder);
  const deepest = common.reduce((best, folder) => (folder.length > best.length ? folder : best), '');
  return deepest.length >= MIN_ROOT_CHARS ? deepest : undefined;
}

/** Whether a path names its place whatever the folder. */
export function isAbsolute(path: string): boolean {
  return /^(?:[/~]|[A-Za-z]:[\\/])/.test(path);
}

/** A path without the root in front; one that was relative to somewhere else already is told apart by `./`. */
export function relativeTo(root: string | undefined, path: string): string {
  if (root === undefined) return path;
  return isAbsolute(path) || path.startsWith('.') ? withoutRoot(path, root) : `./${path}`;
}

/** A text without the root in front. */
export function withoutRoot(path: string, root: string | undefined): string {
  return root !== undefined && path.startsWith(root) && path.length > root.length ? path.slice(root.length) : path;
}

function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  for (let index = 1; index < path.length; index += 1) {
    if (path[index] === '/' || path[index] === '\\') folders.push(path.slice(0, index + 1));
  }
  return folders.slice(0, 12);
}
