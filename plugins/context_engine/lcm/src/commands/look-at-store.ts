import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { LcmStoreError } from '../store/lcm-store-error.ts';
import { APPLICATION_ID, SCHEMA_VERSION, schemaVersion } from '../store/schema.ts';
import { Sql } from '../store/sql.ts';
import { failure, failureOf, StoreFault } from '../store/store-failure.ts';

/** How long another process that writes is waited for, in milliseconds. */
const BUSY_MS = 2_000;

/**
 * Look at a store on one state of it, and write nothing: no step of the schema, no index, no file beside it where nobody
 * has it open.
 *
 * @throws LcmStoreError where it is something else, or cannot be read.
 */
export async function lookAtStore<Result>(file: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const db = guarded(file, () => open(file));
  try {
    return await work(new Sql(db, file));
  } catch (error) {
    throw isOfStore(error) ? new LcmStoreError(failureOf(error, file)) : error;
  } finally {
    db.close();
  }
}

/** Whether somebody has the store open, or left without closing it: then what is new stands in a file of its own. */
export function hasLog(file: string): boolean {
  return existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0;
}

function open(file: string): DatabaseSync {
  const db = new DatabaseSync(addressOf(file), { readOnly: true, timeout: BUSY_MS });
  try {
    const application = db.prepare('PRAGMA application_id').get()?.['application_id'];
    if (application !== APPLICATION_ID) throw new StoreFault(failure('foreign', file));
    if (schemaVersion(db) > SCHEMA_VERSION) throw new StoreFault(failure('newer', file));
    db.exec('BEGIN');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A file that nobody writes into can be read without what SQLite puts beside it for readers and writers. */
function addressOf(file: string): string | URL {
  if (hasLog(file)) return file;
  const address = pathToFileURL(file);
  address.searchParams.set('immutable', '1');
  return address;
}

function guarded<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new LcmStoreError(failureOf(error, file));
  }
}

function isOfStore(error: unknown): boolean {
  return error instanceof StoreFault || (error instanceof Error && 'errcode' in error);
}
