import { intOf, maybeIntOf, type Sql, type SqlRow, textOf } from './sql.ts';
import type { Findings } from './verify-entries.ts';

const ROWS = 50;

const SUMMARIES = `SELECT rowid AS row, id, conversation, kind, depth, first_entry, last_entry, entry_count, source_tokens,
  first_at, last_at FROM summaries WHERE rowid > ? ORDER BY rowid LIMIT ?`;

const OF_ENTRIES = `SELECT 0 AS depth, 0 AS row, COUNT(*) AS sources, COUNT(e.id) AS entry_count, MIN(e.id) AS first_entry,
  MAX(e.id) AS last_entry, SUM(e.tokens) AS source_tokens, MIN(e.at) AS first_at, MAX(e.at) AS last_at,
  MIN(e.conversation) AS conversation, MAX(e.conversation) AS other
  FROM summary_entries c LEFT JOIN entries e ON e.id = c.entry WHERE c.summary = ?`;

const OF_SUMMARIES = `SELECT MAX(s.depth) + 1 AS depth, MAX(s.rowid) AS row, COUNT(*) AS sources,
  SUM(s.entry_count) AS entry_count, MIN(s.first_entry) AS first_entry, MAX(s.last_entry) AS last_entry,
  SUM(s.source_tokens) AS source_tokens, MIN(s.first_at) AS first_at, MAX(s.last_at) AS last_at,
  MIN(s.conversation) AS conversation, MAX(s.conversation) AS other
  FROM summary_children c LEFT JOIN summaries s ON s.id = c.child WHERE c.parent = ?`;

/** What a summary says of its sources is what they are. */
const FACTS = [
  'conversation',
  'depth',
  'entry_count',
  'first_entry',
  'last_entry',
  'source_tokens',
  'first_at',
  'last_at',
];

/**
 * Every summary has sources, all older than itself, so that none stands over itself; its range, counts and times are
 * theirs, so that ranges are nested.
 */
export function* verifySummaries(sql: Sql): Findings {
  for (let after = 0; ; ) {
    const rows = sql.all(SUMMARIES, after, ROWS);
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const row of rows) {
      for (const problem of summaryProblems(sql, row)) yield `Summary ${textOf(row, 'id')} ${problem}.`;
    }
    after = intOf(last, 'row');
    yield undefined;
  }
}

function summaryProblems(sql: Sql, row: SqlRow): readonly string[] {
  const isLeaf = textOf(row, 'kind') === 'leaf';
  const id = textOf(row, 'id');
  const sources = sql.get(isLeaf ? OF_ENTRIES : OF_SUMMARIES, id);
  if (sources === undefined || intOf(sources, 'sources') === 0) return ['has no sources'];
  const wrong = FACTS.filter((fact) => sources[fact] !== row[fact]).map((fact) => `has a wrong ${fact}`);
  if (sources['other'] !== sources['conversation']) wrong.push('mixes conversations');
  if ((maybeIntOf(sources, 'row') ?? 0) >= intOf(row, 'row')) wrong.push('is older than a summary under it');
  return wrong;
}
