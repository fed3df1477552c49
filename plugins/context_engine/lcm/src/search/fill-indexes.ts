import type { DatabaseSync } from 'node:sqlite';
import { bodyText } from '../store/bodies.ts';
import { intOf, maybeTextOf, type Sql, type SqlRow, textOf } from '../store/sql.ts';
import { markOf } from '../store/stats.ts';
import { gramsText, wordsText } from './index-text.ts';
import { keptSql } from './kept-sql.ts';
import { searchableText } from './searchable-text.ts';

/** How long one filling may take. */
export interface FillBudget {
  /** Milliseconds that only rise, as `performance.now`. */
  readonly clock: () => number;
  /** At least one row is indexed, however little this is. */
  readonly ms: number;
}

/** Statements of the filling, which go on behind the last indexed row: tests look at their plans. */
export const FILL_PROBES = {
  entries: `SELECT e.id, e.conversation, e.role, e.tool, CASE e.role WHEN 'assistant' THEN e.rest END AS rest, b.encoding, b.body
    FROM entries e CROSS JOIN bodies b ON b.id = e.body WHERE e.id > ? ORDER BY e.id`,
  summaries: 'SELECT rowid AS id, conversation, text FROM summaries WHERE rowid > ? ORDER BY rowid',
} as const;

const SET_MARK = 'UPDATE marks SET value = ? WHERE name = ?';

/**
 * Put into the indexes what was written since the last time, as far as time allows, in one transaction. Whether anything
 * was: when nothing, everything is indexed.
 */
export function fillIndexes(db: DatabaseSync, { clock, ms }: FillBudget): boolean {
  const sql = keptSql(db);
  // Another process may be writing: without anything to do there is no need to wait for it.
  if (!isBehind(sql, ENTRIES) && !isBehind(sql, SUMMARIES)) return false;
  const isOver = overAfter(clock, ms);
  return sql.write(() => {
    const hasEntries = fill(sql, { ...ENTRIES, isOver });
    return (!isOver() && fill(sql, { ...SUMMARIES, isOver })) || hasEntries;
  });
}

interface Filling {
  readonly mark: string;
  readonly rows: string;
  readonly words: string;
  readonly grams: string;
  readonly textOf: (row: SqlRow) => string;
}

const ENTRIES: Filling = {
  mark: 'indexed_entries',
  rows: FILL_PROBES.entries,
  words: 'INSERT INTO words (rowid, text) VALUES (?, ?)',
  grams: 'INSERT INTO grams (rowid, text) VALUES (?, ?)',
  textOf: (row) => searchableText(bodyText(row), maybeTextOf(row, 'rest')).text,
};

const SUMMARIES: Filling = {
  mark: 'indexed_summaries',
  rows: FILL_PROBES.summaries,
  words: 'INSERT INTO summary_words (rowid, text) VALUES (?, ?)',
  grams: 'INSERT INTO summary_grams (rowid, text) VALUES (?, ?)',
  textOf: (row) => textOf(row, 'text').toWellFormed(),
};

function isBehind(sql: Sql, { mark, rows }: Filling): boolean {
  return sql.find(rows, [markOf(sql, mark)], () => true) !== undefined;
}

function fill(sql: Sql, { isOver, ...filling }: Filling & { readonly isOver: () => boolean }): boolean {
  const from = markOf(sql, filling.mark);
  let reached = from;
  sql.find(filling.rows, [from], (row) => {
    reached = intOf(row, 'id');
    index(sql, row, filling);
    return isOver();
  });
  if (reached > from) sql.run(SET_MARK, reached, filling.mark);
  return reached > from;
}

function index(sql: Sql, row: SqlRow, { words, grams, textOf: textIn }: Filling): void {
  const id = intOf(row, 'id');
  const text = textIn(row);
  const conversation = intOf(row, 'conversation');
  sql.run(words, id, wordsText(text, scopeOf(row, conversation)));
  sql.run(grams, id, gramsText(text, conversation));
}

function scopeOf(row: SqlRow, conversation: number): Parameters<typeof wordsText>[1] {
  if (row['role'] === undefined) return { conversation };
  const tool = maybeTextOf(row, 'tool');
  return { conversation, role: textOf(row, 'role'), ...(tool !== undefined && { tool }) };
}

function overAfter(clock: () => number, ms: number): () => boolean {
  const end = clock() + ms;
  return () => clock() >= end;
}
