import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { failure, StoreFault } from './store-failure.ts';

/** A row as a statement yields it. */
export type SqlRow = Readonly<Record<string, SQLOutputValue>>;

/** A connection whose statements are prepared once and kept. */
export class Sql {
  readonly db: DatabaseSync;
  /** The file, for errors. */
  readonly location: string;
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync, location: string) {
    this.db = db;
    this.location = location;
  }

  get(sql: string, ...values: readonly SQLInputValue[]): SqlRow | undefined {
    return this.#prepare(sql).get(...values);
  }

  all(sql: string, ...values: readonly SQLInputValue[]): readonly SqlRow[] {
    return this.#prepare(sql).all(...values);
  }

  /** The first row that fits; the ones behind it are not read. */
  find(sql: string, values: readonly SQLInputValue[], fits: (row: SqlRow) => boolean): SqlRow | undefined {
    for (const row of this.#prepare(sql).iterate(...values)) {
      if (fits(row)) return row;
    }
    return undefined;
  }

  /** Run a statement that changes something; the key of the row that it inserted. */
  run(sql: string, ...values: readonly SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...values).lastInsertRowid);
  }

  /** Run `work` as one transaction that may write. All of it happens, or nothing. */
  write<Result>(work: () => Result): Result {
    return this.#within('BEGIN IMMEDIATE', work);
  }

  /** Run `work` on one state of the database, whatever other processes write meanwhile. */
  read<Result>(work: () => Result): Result {
    return this.#within('BEGIN', work);
  }

  #within<Result>(begin: string, work: () => Result): Result {
    this.db.exec(begin);
    try {
      const result = work();
      this.db.exec('COMMIT');
      return result;
    } catch (error) {
      // A full disk or a failed commit has already rolled back.
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
      throw error;
    }
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** A whole number of a row. */
export function intOf(row: SqlRow, column: string): number {
  const value = row[column];
  return typeof value === 'number' ? value : damaged(column);
}

/** A whole number of a row; unknown for NULL. */
export function maybeIntOf(row: SqlRow, column: string): number | undefined {
  return row[column] === null ? undefined : intOf(row, column);
}

/** A text of a row. */
export function textOf(row: SqlRow, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : damaged(column);
}

/** A text of a row; unknown for NULL. */
export function maybeTextOf(row: SqlRow, column: string): string | undefined {
  return row[column] === null ? undefined : textOf(row, column);
}

/** Bytes of a row. */
export function bytesOf(row: SqlRow, column: string): Uint8Array {
  const value = row[column];
  return value instanceof Uint8Array ? value : damaged(column);
}

function damaged(column: string): never {
  throw new StoreFault(failure('damaged', 'of the engine', `column ${column} does not hold what it should`));
}
