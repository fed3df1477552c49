import { fillIndexes } from '../search/fill-indexes.ts';
import { resetIndexes } from './schema.ts';
import type { Sql } from './sql.ts';
import { sqliteCode } from './store-failure.ts';
import type { Task } from './task.ts';
import { tidy } from './tidy.ts';

/** Milliseconds of index filling at a time. */
const FILL_MS = 4;
/** Milliseconds of it in front of a search. */
const CATCH_UP_MS = 50;
/** SQLite's code for a damaged virtual table. Source: sqlite.org/rescode.html, read 2026-12-02. */
const CORRUPT = 11;

/** What is done while nobody asks for anything: fill the indexes, then compress and give back space. */
export function* spareTime(sql: Sql, clock: () => number): Task<void> {
  yield* indexEverything(sql, clock);
  yield* tidy(sql);
}

/**
 * Fill the indexes for a moment. Each search pays for some of what it would have to read without them: where one comes
 * after the other, there is no spare time, and every one of them would read all of it.
 */
export function* catchUp(sql: Sql, clock: () => number): Task<void> {
  const end = clock() + CATCH_UP_MS;
  try {
    while (clock() < end && fillSome(sql, clock)) yield;
  } catch {
    // Another process is writing, or the disk is full: the search reads what is not indexed.
  }
}

/** Fill the indexes until nothing is left out. Damaged ones are made anew; searches scan meanwhile. */
export function* indexEverything(sql: Sql, clock: () => number): Task<void> {
  while (fillSome(sql, clock)) yield;
}

function fillSome(sql: Sql, clock: () => number): boolean {
  try {
    return fillIndexes(sql.db, { clock, ms: FILL_MS });
  } catch (error) {
    if ((sqliteCode(error) & 0xff) !== CORRUPT) throw error;
    resetIndexes(sql.db);
    return true;
  }
}
