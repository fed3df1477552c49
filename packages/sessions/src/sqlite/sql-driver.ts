import { backup, DatabaseSync, type StatementSync } from 'node:sqlite';

/** What a statement can be given. */
export type SqlValue = string | number | null | Uint8Array;

/** A row as a statement yields it. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** The few things that the store asks of a SQL database: the seam for another driver. Synchronous. */
export interface SqlDriver {
  /** Run statements that yield nothing. */
  exec(sql: string): void;
  /** Run one statement; the key of the row it inserted, if it did. */
  run(sql: string, ...values: readonly SqlValue[]): { readonly changes: number; readonly insertedKey: number };
  get(sql: string, ...values: readonly SqlValue[]): SqlRow | undefined;
  all(sql: string, ...values: readonly SqlValue[]): readonly SqlRow[];
  /** Rows one by one. Take what is needed and stop: the rest is never read. */
  iterate(sql: string, ...values: readonly SqlValue[]): Iterable<SqlRow>;
  /** Copy the database, as it is at one moment, to a file that does not exist yet. Others may go on writing. */
  backup(path: string): Promise<void>;
  close(): void;
}

/** How to open a file. */
export interface DriverOptions {
  readonly readOnly?: boolean;
}

/** Open a database file with Node's own SQLite. Statements are prepared once and kept. */
export function openDriver(path: string | URL, { readOnly = false }: DriverOptions = {}): SqlDriver {
  const database = new DatabaseSync(path, { readOnly, timeout: 0 });
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    exec: (sql) => database.exec(sql),
    run: (sql, ...values) => {
      const { changes, lastInsertRowid } = prepare(sql).run(...values);
      return { changes: Number(changes), insertedKey: Number(lastInsertRowid) };
    },
    get: (sql, ...values) => prepare(sql).get(...values),
    all: (sql, ...values) => prepare(sql).all(...values),
    // A prepared statement that is being stepped cannot serve a second caller: each iteration has its own.
    iterate: (sql, ...values) => database.prepare(sql).iterate(...values),
    backup: async (path) => {
      await backup(database, path);
    },
    close: () => database.close(),
  };
}
