import { createHash } from 'node:crypto';
import type { PathView } from './path-view.ts';
import { SUMMARY_PROBES } from './read-summaries.ts';
import { intOf, type Sql, type SqlRow, textOf } from './sql.ts';
import { type StoreFailureReason, StoreFault } from './store-failure.ts';

const ID_DIGITS = 12;

/** What the sources of a summary come to. */
export interface SummarySpan {
  readonly kind: 'leaf' | 'condensed';
  /** Ids of entries or of summaries, in order. */
  readonly sources: readonly (number | string)[];
  readonly depth: number;
  readonly firstEntry: number;
  readonly lastEntry: number;
  readonly entryCount: number;
  readonly sourceTokens: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

/**
 * What some entries come to. All must be on the branch.
 *
 * @throws StoreFault - With the source at fault.
 */
export function spanOfEntries(view: PathView, entries: readonly number[]): SummarySpan {
  const ids = distinct(entries).sort((a, b) => a - b);
  const rows = ids.map((id) => sourceRow(view, id));
  return {
    kind: 'leaf',
    sources: ids,
    depth: 0,
    firstEntry: ids[0] ?? 0,
    lastEntry: ids.at(-1) ?? 0,
    entryCount: ids.length,
    sourceTokens: sum(rows, 'tokens'),
    firstAt: least(rows, 'at'),
    lastAt: most(rows, 'at'),
  };
}

/** What some summaries come to, given as rows in any order. */
export function spanOfSummaries(summaries: readonly SqlRow[]): SummarySpan {
  const rows = summaries.toSorted((a, b) => intOf(a, 'first_entry') - intOf(b, 'first_entry'));
  return {
    kind: 'condensed',
    sources: rows.map((row) => textOf(row, 'id')),
    depth: 1 + most(rows, 'depth'),
    firstEntry: least(rows, 'first_entry'),
    lastEntry: most(rows, 'last_entry'),
    entryCount: sum(rows, 'entry_count'),
    sourceTokens: sum(rows, 'source_tokens'),
    firstAt: least(rows, 'first_at'),
    lastAt: most(rows, 'last_at'),
  };
}

/** A summary that is about to be written. */
export interface SummaryRow {
  readonly id: string;
  readonly text: string;
  readonly tokens: number;
  readonly level: number;
  readonly createdAt: number;
  readonly span: SummarySpan;
}

const INSERT = `INSERT INTO summaries (id, conversation, kind, depth, text, tokens, first_entry, last_entry, entry_count,
  source_tokens, first_at, last_at, level, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Write a summary and its provenance. Which ones are roots is for the caller to say. */
export function insertSummary({ sql, conversation }: PathView, { span, ...summary }: SummaryRow): void {
  const { id, text, tokens, level, createdAt } = summary;
  const { firstEntry, lastEntry, entryCount, sourceTokens, firstAt, lastAt } = span;
  const covers = [firstEntry, lastEntry, entryCount, sourceTokens, firstAt, lastAt] as const;
  sql.run(INSERT, id, conversation, span.kind, span.depth, text, tokens, ...covers, level, createdAt);
  for (const [ordinal, source] of span.sources.entries()) {
    if (typeof source === 'number') sql.run('INSERT INTO summary_entries (summary, entry) VALUES (?, ?)', id, source);
    else sql.run('INSERT INTO summary_children (parent, child, ordinal) VALUES (?, ?, ?)', id, source, ordinal);
  }
}

/** Made of what the summary is, so that a session played again has the same ids; another one where it is taken. */
export function freeSummaryId(sql: Sql, facts: readonly unknown[]): string {
  for (let attempt = 0; ; attempt += 1) {
    const digest = createHash('sha256')
      .update(JSON.stringify([...facts, attempt]))
      .digest('hex');
    const id = `sum_${digest.slice(0, ID_DIGITS)}`;
    if (sql.get(SUMMARY_PROBES.span, id) === undefined) return id;
  }
}

/** Why a summary is not stored. */
export function refusedSummary(reason: StoreFailureReason, why: string): StoreFault {
  return new StoreFault({
    reason,
    what: 'A summary was not stored.',
    why,
    fix: 'Read the roots and the path again, and summarise what no summary stands over.',
  });
}

/** The same ids, each once. */
export function distinct<Id>(ids: readonly Id[]): Id[] {
  if (ids.length === 0) throw refusedSummary('bad-input', 'It has no sources.');
  return [...new Set(ids)];
}

function sourceRow(view: PathView, id: number): SqlRow {
  const row = view.sql.get('SELECT segment, depth, at, tokens FROM entries WHERE id = ?', id);
  if (row === undefined) throw refusedSummary('unknown-source', `There is no message ${id}.`);
  const place = { segment: intOf(row, 'segment'), depth: intOf(row, 'depth') };
  if (!view.has(place)) throw refusedSummary('not-on-branch', `Message ${id} is not on the current branch.`);
  return row;
}

function sum(rows: readonly SqlRow[], column: string): number {
  return rows.reduce((total, row) => total + intOf(row, column), 0);
}

function least(rows: readonly SqlRow[], column: string): number {
  return rows.reduce((found, row) => Math.min(found, intOf(row, column)), Infinity);
}

function most(rows: readonly SqlRow[], column: string): number {
  return rows.reduce((found, row) => Math.max(found, intOf(row, column)), -Infinity);
}
