import { realpathSync, rmSync, type Stats, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SessionInputError, SessionStoreError } from '../session-errors.ts';
import { errorCode, fileFault } from './file-fault.ts';
import { openDriver } from './sql-driver.ts';
import type { StoreContext } from './store-context.ts';
import { isBusy } from './store-fault.ts';

/** What SQLite keeps beside a database, under its name. */
const LOGS = ['-wal', '-journal', '-shm'];

/**
 * Copy the store to a file, as it is at one moment. The copy is made under another name and then takes the file's place,
 * so that the file is the old one or the whole new one, whatever happens.
 *
 * A log that lies beside the file belongs to the database that was there: SQLite would play it into the copy. So it is
 * played into the old database first, and gone with that. If somebody works with the old one, that cannot be done, and
 * the backup is refused: what they write there would be lost.
 *
 * @throws SessionInputError - The path is the store's own, no file, or has a log beside it that belongs to nothing.
 * @throws SessionStoreError - The file is in use, or cannot be written.
 */
export async function backUp({ driver, location, newId }: StoreContext, path: string): Promise<void> {
  checkTarget(path, location);
  const draft = `${path}.${newId()}.new`;
  try {
    settle(path); // before the work is done, too: a copy takes its time
    await driver.backup(draft);
    settle(path);
    await rename(draft, path);
  } catch (error) {
    throw errorOf(error, path, location);
  } finally {
    for (const end of ['', ...LOGS]) discard(draft + end);
  }
}

/** Nothing. @throws SessionInputError - For what can be no copy. */
function checkTarget(path: string, location: string): void {
  if (typeof path !== 'string' || path === '' || path.includes('\0')) {
    throw refused(path, 'It names no file', 'Name a file, such as sessions-copy.db');
  }
  const there = statOf(path);
  if (there !== undefined && !there.isFile()) {
    throw refused(path, 'It is there already and is no file', 'Name a file, such as sessions-copy.db');
  }
  const own = ['', ...LOGS].map((end) => location + end);
  // A log of the target can be the store as well: both go.
  if (['', ...LOGS].some((end) => own.some((file) => isSame(path + end, file)))) {
    throw refused(path, 'It is the store itself, or the log of one of the two', 'Name another file');
  }
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [statOf(one), statOf(other)];
  if (first !== undefined && second !== undefined) return first.ino === second.ino && first.dev === second.dev;
  return realPath(one) === realPath(other);
}

/** Leave no log beside a file. */
function settle(path: string): void {
  if (isDatabase(path)) settleDatabase(path);
  if (LOGS.some((end) => end !== '-shm' && (statOf(path + end)?.size ?? 0) > 0)) {
    throw refused(
      path,
      `The log of another database lies beside it (${basename(path)}-wal or -journal), and would be played into the copy`,
      'Name another file, or move that log away',
    );
  }
  for (const end of LOGS) rmSync(path + end, { force: true });
}

/** Looked at without its log: SQLite would take one away that it can make nothing of. */
function isDatabase(path: string): boolean {
  if ((statOf(path)?.size ?? 0) === 0) return false;
  const address = pathToFileURL(path);
  address.searchParams.set('immutable', '1');
  try {
    const there = openDriver(address, { readOnly: true });
    try {
      there.get('PRAGMA schema_version');
      return true;
    } finally {
      there.close();
    }
  } catch {
    return false;
  }
}

/** Play its log into the old database and take it away, which SQLite does only if nobody else has it open. */
function settleDatabase(path: string): void {
  const old = openDriver(path);
  try {
    old.get('PRAGMA journal_mode = DELETE');
    old.exec('BEGIN EXCLUSIVE; ROLLBACK');
  } catch (error) {
    if (isBusy(error)) throw inUse(path, error);
    // It is damaged, or cannot be written: what it was is given up anyway. A log that is left is not.
  } finally {
    old.close();
  }
}

function errorOf(error: unknown, path: string, location: string): unknown {
  if (errorCode(error) === 'ERR_INVALID_STATE') return fileFault(error, location); // closed meanwhile
  const fault = fileFault(error, path);
  if (!(fault instanceof SessionStoreError) || fault.cause === undefined || fault.fault === 'locked') return fault;
  return new SessionStoreError({
    fault: fault.fault,
    location: path,
    what: `The copy ${path} cannot be written.`,
    why: `${WHY[fault.fault] ?? 'The disk or the store failed.'} What was there is as it was.`,
    fix: 'Name a file in a folder that is there, has room and can be written.',
    cause: error,
  });
}

const WHY: Readonly<Record<string, string>> = {
  unreachable: 'Its folder is not there, or cannot be reached.',
  'read-only': 'The file, its folder or the disk is read-only.',
  full: 'There is no space left.',
  damaged: 'The store itself is damaged: see hermes sessions check.',
};

function inUse(path: string, cause: unknown): SessionStoreError {
  return new SessionStoreError({
    fault: 'locked',
    location: path,
    what: `${path} is in use.`,
    why: 'Some process has that database open. What it writes there would be lost behind a copy that takes its place.',
    fix: 'End that process, or name another file.',
    cause,
  });
}

function refused(path: string, why: string, fix: string): SessionInputError {
  return new SessionInputError({
    what: `The store cannot be copied to ${JSON.stringify(path) ?? String(path)}.`,
    why: `${why}. Nothing was written.`,
    fix: `${fix}.`,
  });
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined; // not there, or out of reach: writing will tell
  }
}

/** Links resolved: of the file, or of its folder where there is no file yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Not there: its folder may be.
  }
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return resolve(path);
  }
}

function discard(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // It was never made, or became the copy; what stopped it is told.
  }
}
