import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { APPLICATION_ID, createSchema, hasIndexes, resetIndexes, SCHEMA_VERSION, schemaVersion } from './schema.ts';
import { Sql } from './sql.ts';
import { failure, failureOf, StoreFault } from './store-failure.ts';

/** How long SQLite waits for another process, in milliseconds. It waits on the store's thread. */
const BUSY_MS = 2_000;
/** Length of the log at which it is worked into the file amid writing; in spare time that is done sooner. */
const LOG_PAGES = 8_000;
const LOG_BYTES = 64 * 1024 * 1024;
/** Memory for pages, in KiB. Four times as much makes neither writing nor searching faster: the system has the file too. */
const CACHE_KIB = 8_000;

/**
 * Open a store, made if there is none, and bring it up to our version. A file that is not ours, or newer than we are,
 * is refused before anything is written.
 *
 * @throws StoreFault - What was there is as it was.
 */
export function openFile(file: string): Sql {
  try {
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file)) checkFile(file);
    // For its owner alone: whole conversations stand in it. SQLite gives its log the same permissions.
    else closeSync(openSync(file, 'a', 0o600));
    const db = new DatabaseSync(file, { timeout: BUSY_MS });
    try {
      prepare(db, file);
    } catch (error) {
      db.close();
      throw error;
    }
    return new Sql(db, file);
  } catch (error) {
    throw new StoreFault(unreachableOr(error, file));
  }
}

/** A second connection that only reads, on one state of the file for as long as it is open. */
export function openSnapshot(file: string): Sql {
  const db = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
  db.exec('BEGIN');
  return new Sql(db, file);
}

function prepare(db: DatabaseSync, file: string): void {
  if (schemaVersion(db) < SCHEMA_VERSION) {
    if (schemaVersion(db) === 0) db.exec('PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL;');
    db.exec('PRAGMA journal_mode = WAL');
    createSchema(db);
  }
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;
    PRAGMA cache_size = -${CACHE_KIB}; PRAGMA wal_autocheckpoint = ${LOG_PAGES}; PRAGMA temp_store = MEMORY; PRAGMA journal_size_limit = ${LOG_BYTES};`);
  // Another process may have taken a newer program's step meanwhile.
  if (schemaVersion(db) > SCHEMA_VERSION) throw new StoreFault(failure('newer', file));
  if (!hasIndexes(db)) resetIndexes(db);
}

function checkFile(file: string): void {
  const db = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
  try {
    const application = db.prepare('PRAGMA application_id').get()?.['application_id'];
    const isEmpty = db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
    if (application !== APPLICATION_ID && !isEmpty) throw new StoreFault(failure('foreign', file));
    if (schemaVersion(db) > SCHEMA_VERSION) throw new StoreFault(failure('newer', file));
  } finally {
    db.close();
  }
}

function unreachableOr(error: unknown, file: string): StoreFault['failure'] {
  const isOfSystem = error instanceof Error && 'syscall' in error;
  return isOfSystem ? failure('unreachable', file, error.message) : failureOf(error, file);
}
