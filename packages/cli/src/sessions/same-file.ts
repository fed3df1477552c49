import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../usage-error.ts';

/** What SQLite keeps beside a database, under its name. */
const SUFFIXES = ['', '-wal', '-shm', '-journal'];

/** Nothing. @throws UsageError for a file to be written that is the store itself, whatever way leads there. */
export function refuseStoreFile(path: string, storePath: string): void {
  const target = realPath(path);
  if (!SUFFIXES.some((suffix) => realPath(storePath + suffix) === target)) return;
  throw new UsageError({
    what: `${path} is the session store itself.`,
    why: 'What is written there would take the place of all sessions.',
    fix: 'Name another file.',
  });
}

/** Links resolved: of the file, or of its folder where there is no file yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return realParent(path);
  }
}

function realParent(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
}
