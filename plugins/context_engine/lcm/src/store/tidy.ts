import { compressBody, noteGrowth } from './bodies.ts';
import { entriesUnder } from './read-summaries.ts';
import { intOf, type Sql, textOf } from './sql.ts';
import { markOf } from './stats.ts';
import type { Task } from './task.ts';

/** Bodies in one transaction: a few milliseconds' work. */
const BODIES = 4;
/** Free pages given back at a time. */
const PAGES = 64;
const MAX_ENTRIES = 1_000_000_000;

/** Compress what summaries cover, and give the space back. Ends when nothing is left to do; yields between slices. */
export function* tidy(sql: Sql): Task<void> {
  for (let next = nextSummary(sql); next !== undefined; next = nextSummary(sql)) {
    const { id, row } = next;
    const entries = entriesUnder(sql, { id, limit: MAX_ENTRIES });
    for (let from = 0; from < entries.length; from += BODIES) {
      compressSome(sql, entries.slice(from, from + BODIES));
      yield;
    }
    sql.run("UPDATE marks SET value = ? WHERE name = 'cold_summaries' AND value < ?", row, row);
    yield;
  }
  while (intOf(sql.get('PRAGMA freelist_count') ?? {}, 'freelist_count') > PAGES) {
    sql.db.exec(`PRAGMA incremental_vacuum(${PAGES})`);
    yield;
  }
  sql.db.exec('PRAGMA wal_checkpoint(PASSIVE)'); // only then does the file become shorter
}

function nextSummary(sql: Sql): { readonly id: string; readonly row: number } | undefined {
  const next = "SELECT rowid AS row, id FROM summaries WHERE rowid > ? AND kind = 'leaf' ORDER BY rowid LIMIT 1";
  const row = sql.get(next, markOf(sql, 'cold_summaries'));
  return row && { id: textOf(row, 'id'), row: intOf(row, 'row') };
}

function compressSome(sql: Sql, entries: readonly number[]): void {
  sql.write(() => {
    let won = 0;
    for (const entry of entries) {
      const row = sql.get('SELECT body FROM entries WHERE id = ?', entry);
      if (row !== undefined) won += compressBody(sql, intOf(row, 'body'));
    }
    if (won > 0) noteGrowth(sql, { bodyChars: 0, bodyBytes: -won, contentBytes: 0 });
  });
}
