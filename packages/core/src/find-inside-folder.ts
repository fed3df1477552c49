import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, posix, relative, sep, win32 } from 'node:path';
import { describeCause } from './describe-cause.ts';

/** What a relative path led to. Narrow on `kind`. */
export type FoundInside =
  | {
      readonly kind: 'file';
      /** The file itself, links followed, absolute. */
      readonly path: string;
      /** The folder itself, links followed, absolute. */
      readonly home: string;
      readonly bytes: number;
      /** Changes when the file does. */
      readonly revision: string;
    }
  /** Nothing of that name, or nothing that may be read. */
  | { readonly kind: 'missing'; readonly problem: string }
  /** Something that must not be used. */
  | { readonly kind: 'refused'; readonly problem: string };

/**
 * Find a file by a path that somebody else wrote, without leaving the folder: no absolute path,
 * no `..`, no link to a place outside. `folder` itself may be a link, which is how one works on a plug-in.
 */
export async function findInsideFolder(folder: string, path: string): Promise<FoundInside> {
  const problem = pathProblem(path);
  if (problem !== undefined) return { kind: 'refused', problem };
  let target: Awaited<ReturnType<typeof followLinks>>;
  try {
    target = await followLinks(folder, path);
  } catch (cause) {
    return { kind: 'missing', problem: `${path} cannot be found: ${describeCause(cause)}.` };
  }
  const { home, file, facts } = target;
  if (!isInside(home, file)) return { kind: 'refused', problem: `${path} is a link to a place outside the folder.` };
  // A pipe or a device would keep its reader waiting for ever.
  if (!facts.isFile()) return { kind: 'refused', problem: `${path} is not a file.` };
  return { kind: 'file', path: file, home, bytes: Number(facts.size), revision: `${facts.mtimeNs}-${facts.size}` };
}

/** Whether `child` lies below `parent`; both absolute, links followed. */
function isInside(parent: string, child: string): boolean {
  const path = relative(parent, child);
  return path !== '' && !isAbsolute(path) && path.split(sep)[0] !== '..';
}

async function followLinks(folder: string, path: string) {
  const home = await realpath(folder);
  const file = await realpath(join(folder, path));
  return { home, file, facts: await stat(file, { bigint: true }) };
}

function pathProblem(path: string): string | undefined {
  const shown = JSON.stringify(path);
  if (path.includes('\0')) return `${shown} is not a path.`;
  // Judged by the rules of all systems, so that a plug-in means the same on each.
  if (posix.isAbsolute(path) || win32.isAbsolute(path))
    return `${shown} is absolute; it must be relative to the folder.`;
  if (path.includes('\\') || path.includes(':'))
    return `${shown} must be a path with "/" between its parts, without ":".`;
  if (path.split('/').includes('..')) return `${shown} leaves the folder.`;
  return undefined;
}
