import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** Longer chains of links are circles. */
const MAX_LINKS = 40;

/** The file that a path stands for. */
export interface FollowedPath {
  /** Symbolic links followed to their end, whether a file is there or not. */
  readonly file: string;
  /** Whether the path itself is a link. */
  readonly isLink: boolean;
}

/**
 * Find the file that is to be replaced: it is replaced as a whole, and in place of a link that would put a file there.
 */
export async function followLinks(path: string): Promise<FollowedPath> {
  let current = resolve(path);
  for (let count = 0; count < MAX_LINKS; count += 1) {
    const target = await readlink(current).catch(() => undefined);
    if (target === undefined) break;
    current = resolve(dirname(current), target);
  }
  const folder = await realpath(dirname(current)).catch(() => undefined);
  const file = folder === undefined ? current : join(folder, basename(current));
  return { file, isLink: current !== resolve(path) };
}
