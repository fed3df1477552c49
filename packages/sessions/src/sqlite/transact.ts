import { setTimeout as sleep } from 'node:timers/promises';
import type { SqlDriver } from './sql-driver.ts';
import { faultOf, isBusy, storeFault } from './store-fault.ts';

/** How long to wait for other processes before a call is given up. */
const PATIENCE_MS = 30_000;
/** Longest pause between two tries. */
const MAX_PAUSE_MS = 25;

/** A database, and where it lies. */
export interface Connection {
  readonly driver: SqlDriver;
  readonly location: string;
}

/**
 * Run `work` as one transaction that may write, alone among all processes. While another process writes we wait without
 * blocking the event loop, which SQLite's own busy handler would.
 *
 * @param work - Must be synchronous: nothing else may run on the connection meanwhile.
 */
export function write<Result>(connection: Connection, work: () => Result): Promise<Result> {
  return patiently(connection, () => within(connection.driver, 'BEGIN IMMEDIATE', work));
}

/** Run `work` on one state of the database, whatever others write meanwhile. Synchronous, as in {@link write}. */
export function read<Result>(connection: Connection, work: () => Result): Promise<Result> {
  return patiently(connection, () => within(connection.driver, 'BEGIN', work));
}

/** Try until the database is free; errors of SQLite come out in our words. */
export async function patiently<Result>(
  connection: Pick<Connection, 'location'>,
  attempt: () => Result,
): Promise<Result> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let tries = 1; ; tries += 1) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw storeFault(error, connection.location);
      if (performance.now() > deadline) throw faultOf('locked', connection.location, error);
    }
    await sleep(Math.random() * Math.min(MAX_PAUSE_MS, 2 ** tries));
  }
}

function within<Result>(driver: SqlDriver, begin: string, work: () => Result): Result {
  driver.exec(begin);
  try {
    const result = work();
    driver.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(driver);
    throw error;
  }
}

function rollBack(driver: SqlDriver): void {
  try {
    driver.exec('ROLLBACK');
  } catch {
    // A full disk or a failed commit has already rolled back.
  }
}
