import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorCode, fileFault } from './file-fault.ts';
import { APPLICATION_ID, MIGRATIONS, SCHEMA_VERSION } from './schema.ts';
import { openDriver, type SqlDriver } from './sql-driver.ts';
import { faultOf } from './store-fault.ts';
import { patiently } from './transact.ts';

/** A database of ours, ready for use. */
export interface OpenStoreFile {
  readonly driver: SqlDriver;
  /** It cannot be written: it was asked for so, or the file, the folder or the disk does not let us. */
  readonly isReadOnly: boolean;
}

/**
 * Open the store at a path, made if there is none. A file that is not ours, or newer than we are, is refused before
 * SQLite touches it, since opening alone can write.
 *
 * @throws SessionStoreError - With the fault; what was there is as it was.
 */
export async function openStoreFile(path: string, { readOnly = false } = {}): Promise<OpenStoreFile> {
  const isNew = !existsSync(path);
  if (isNew && readOnly) throw faultOf('unreachable', path);
  if (isNew) createStoreFile(path);
  checkHeader(path);
  const isReadOnly = readOnly || !isWritable(path);
  const driver = await patiently({ location: path }, () =>
    openDriver(isReadOnly ? readOnlyAddress(path) : path, { readOnly: isReadOnly }),
  );
  try {
    await prepare(driver, path, isReadOnly);
  } catch (error) {
    driver.close();
    throw error;
  }
  return { driver, isReadOnly };
}

async function prepare(driver: SqlDriver, path: string, isReadOnly: boolean): Promise<void> {
  const location = { location: path };
  const version = await patiently(location, () => readVersion(driver));
  if (version > SCHEMA_VERSION) throw faultOf('newer', path);
  if (isReadOnly && version < SCHEMA_VERSION) throw faultOf('read-only', path);
  if (!isReadOnly) {
    await patiently(location, () => driver.exec('PRAGMA journal_mode = WAL'));
    if (version < SCHEMA_VERSION) await patiently(location, () => migrate(driver));
    // What was answered must outlive a loss of power, not only of the process.
    driver.exec('PRAGMA synchronous = FULL');
  }
  driver.exec('PRAGMA foreign_keys = ON; PRAGMA cache_size = -16000;');
}

/** Take the steps that are missing, all or none, while no other process can so much as read. */
function migrate(driver: SqlDriver): void {
  driver.exec('BEGIN EXCLUSIVE');
  try {
    // Another process may have been faster.
    for (const step of MIGRATIONS.slice(readVersion(driver))) driver.exec(step);
    driver.exec(`PRAGMA user_version = ${SCHEMA_VERSION}; PRAGMA application_id = ${APPLICATION_ID}; COMMIT`);
  } catch (error) {
    driver.exec('ROLLBACK');
    throw error;
  }
}

function readVersion(driver: SqlDriver): number {
  return Number(driver.get('PRAGMA user_version')?.['user_version'] ?? 0);
}

/** The file appears under its name whole: it is written under another, and then linked. */
function createStoreFile(path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    accessSync(dirname(path), constants.W_OK); // SQLite's own words for it would not tell why
    const driver = openDriver(draft);
    try {
      driver.exec('PRAGMA page_size = 8192');
      migrate(driver);
    } finally {
      driver.close();
    }
    publish(draft, path);
  } catch (error) {
    throw fileFault(error, path);
  } finally {
    discard(draft);
  }
}

function discard(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // It was never made: what stopped it is told.
  }
}

function publish(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return; // another process was faster, and its store is as good
    if (existsSync(path)) return;
    renameSync(draft, path); // a file system without hard links
  }
}

const MAGIC = 'SQLite format 3\0';
/** Offsets in the header of a database. Source: sqlite.org/fileformat2.html, read 2026-12-02. */
const USER_VERSION_AT = 60;
const APPLICATION_ID_AT = 68;
const HEADER_BYTES = 100;

function checkHeader(path: string): void {
  const header = readHeader(path);
  const isDatabase = header.length === HEADER_BYTES && header.toString('latin1', 0, MAGIC.length) === MAGIC;
  if (!isDatabase || header.readUInt32BE(APPLICATION_ID_AT) !== APPLICATION_ID) throw faultOf('foreign', path);
  if (header.readUInt32BE(USER_VERSION_AT) > SCHEMA_VERSION) throw faultOf('newer', path);
}

function readHeader(path: string): Buffer {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK); // a pipe would keep us waiting for its writer
    if (!fstatSync(file).isFile()) throw faultOf('foreign', path);
    const header = Buffer.alloc(HEADER_BYTES);
    return header.subarray(0, readSync(file, header, 0, HEADER_BYTES, 0));
  } catch (error) {
    throw isForbidden(error) ? faultOf('unreachable', path, error) : fileFault(error, path);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function isForbidden(error: unknown): boolean {
  return errorCode(error) === 'EACCES' || errorCode(error) === 'EPERM';
}

/** The folder counts too: SQLite keeps its log beside the file. */
function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Where a folder cannot be written, SQLite can only read a database as one that nobody changes; that is true as long as
 * no log lies beside it.
 */
function readOnlyAddress(path: string): string | URL {
  if (isWritable(path) || hasLog(path)) return path;
  const address = pathToFileURL(path);
  address.searchParams.set('immutable', '1');
  return address;
}

function hasLog(path: string): boolean {
  return existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0;
}
