import { intOf, type Sql, type SqlRow } from '../store/sql.ts';
import { sqliteCode } from '../store/store-failure.ts';
import type { Narrowing } from './query.ts';
import type { Source } from './source.ts';
import { oldestFirst } from './source-statements.ts';

/** Rows that one statement spans at most: within it, SQLite cannot be interrupted. */
const MAX_SPAN = 100_000;
const COUNTED_SPAN = 25_000;
/** Ids that are asked for at a time: first about as many as a page takes, then a millisecond's work. */
const FIRST_IDS = 128;
const MAX_IDS = 1_024;

/** Thrown when an index cannot be read: it is damaged or missing, and the rows themselves must be. */
export class IndexFault extends Error {}

/** SQLite's codes for a question that it cannot put, and for damage. Source: sqlite.org/rescode.html, read 2026-12-02. */
const FAULTS: ReadonlySet<number> = new Set([1, 11]);

/** What an index is asked. */
export interface NamedRequest {
  readonly sql: Sql;
  readonly source: Source;
  readonly narrowing: Narrowing;
}

/** Rows that an index names, in the order of the walk. */
export interface NamedBatch {
  readonly ids: readonly number[];
  /** All rows up to this one were asked about. Newest first it is not among them, as the end of the next batch is not. */
  readonly reached: number;
}

/** Asks an index for the rows that it names, stretch by stretch, in either direction. */
export class NamedRows {
  readonly #request: NamedRequest;
  #limit = FIRST_IDS;

  constructor(request: NamedRequest) {
    this.#request = request;
  }

  /** The next rows under `to`, newest first, none under `low`. */
  before(to: number, low: number): NamedBatch {
    const from = Math.max(low, to - MAX_SPAN) - 1;
    const { statements } = this.#request.source;
    const { ids, isCut } = this.#ids(statements[this.#request.narrowing.table], from, to);
    return { ids, reached: isCut ? (ids.at(-1) ?? from + 1) : from + 1 };
  }

  /** The next rows above `from`, oldest first, none above `high`. */
  after(from: number, high: number): NamedBatch {
    const to = Math.min(high, from + MAX_SPAN) + 1;
    const { statements } = this.#request.source;
    const { ids, isCut } = this.#ids(oldestFirst(statements[this.#request.narrowing.table]), from, to);
    return { ids, reached: isCut ? (ids.at(-1) ?? to - 1) : to - 1 };
  }

  /** How many there are under `to`, none under `low` counted, and up to where they were counted. */
  countBefore(to: number, low: number): { readonly count: number; readonly reached: number } {
    const from = Math.max(low, to - COUNTED_SPAN) - 1;
    const [row] = this.#ask(this.#request.source.statements.count, from, to);
    return { count: row === undefined ? 0 : intOf(row, 'count'), reached: from + 1 };
  }

  #ids(statement: string, from: number, to: number): { readonly ids: readonly number[]; readonly isCut: boolean } {
    const limit = this.#limit;
    this.#limit = Math.min(MAX_IDS, limit * 2);
    const ids = this.#ask(statement, from, to, limit).map((row) => intOf(row, 'id'));
    return { ids, isCut: ids.length === limit };
  }

  #ask(statement: string, ...values: readonly number[]): readonly SqlRow[] {
    const { sql, narrowing } = this.#request;
    try {
      return sql.all(statement, narrowing.expression, ...values);
    } catch (cause) {
      throw FAULTS.has(sqliteCode(cause) & 0xff) ? new IndexFault('An index cannot be read.', { cause }) : cause;
    }
  }
}
