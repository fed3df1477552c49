/** Folders of a path; no real path has more. */
const MAX_PARTS = 200;

/**
 * One form for all names of a file: `./src/a.ts`, `src//a.ts` and, below the folder `root`, `/work/src/a.ts` are all
 * `src/a.ts`. Separators are `/`, drive letters small, no `/` at the end. A path outside `root` stays whole.
 *
 * @param root - The working folder, absolute. Absent: absolute paths stay absolute.
 */
export function pathKey(path: string, root?: string): string {
  const whole = normalised(path);
  if (root === undefined) return whole;
  const folder = normalised(root);
  if (whole === folder) return '.';
  const below = folder.endsWith('/') ? folder : `${folder}/`;
  return whole.startsWith(below) ? whole.slice(below.length) : whole;
}

function normalised(path: string): string {
  const text = path.trim().replace(/^file:\/\/(?=\/)/, '');
  const slashed = text.replaceAll('\\', '/');
  const isAbsolute = slashed.startsWith('/');
  const parts: string[] = [];
  for (const part of slashed.split('/', MAX_PARTS)) addPart(parts, part, isAbsolute);
  const joined = parts.join('/');
  if (isAbsolute) return `/${joined}`;
  return joined === '' ? '.' : joined.replace(/^[A-Z](?=:\/)/, (letter) => letter.toLowerCase());
}

function addPart(parts: string[], part: string, isAbsolute: boolean): void {
  if (part === '' || part === '.') return;
  const last = parts.at(-1);
  if (part !== '..') parts.push(part);
  else if (last !== undefined && last !== '..' && last !== '~') parts.pop();
  else if (!isAbsolute) parts.push(part);
}
