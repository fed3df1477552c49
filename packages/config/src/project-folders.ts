import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { realPath } from './real-path.ts';

/**
 * The folders in which a project's config may stand, nearest first: from `cwd` up to the root of
 * its repository (where `.git` is), or to just below the user's home. Outside of both only `cwd`
 * itself, since above it, in a shared folder such as `/tmp`, anyone may have put a file.
 */
export async function projectFolders(cwd: string, userHome: string): Promise<readonly string[]> {
  const home = await realPath(userHome);
  const start = resolve(cwd);
  const folders: string[] = [];
  for (let folder = start; ; folder = dirname(folder)) {
    if ((await realPath(folder)) === home) return folders;
    folders.push(folder);
    if (await exists(join(folder, '.git'))) return folders;
    if (dirname(folder) === folder) return [start];
  }
}

/** Whether there is anything at a path; `false` where it cannot be told. */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
