import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';

/** The path with symbolic links resolved, so that two names of one file are equal; absolute as it is where nothing is there. */
export async function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}
