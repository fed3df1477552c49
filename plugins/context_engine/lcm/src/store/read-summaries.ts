import type { StoredSummary, SummaryDetail } from './lcm-store.ts';
import { isLive, parentsOf } from './live-summaries.ts';
import { headOf } from './read-entries.ts';
import { intOf, type Sql, type SqlRow, textOf } from './sql.ts';

const SUMMARY = `s.id, s.conversation, s.kind, s.depth, s.text, s.tokens, s.first_entry, s.last_entry, s.entry_count,
  s.source_tokens, s.first_at, s.last_at, s.level, s.created_at, c.session_id, c.head,
  f.depth AS first_depth, l.depth AS last_depth
  FROM summaries s JOIN conversations c ON c.id = s.conversation
  JOIN entries f ON f.id = s.first_entry JOIN entries l ON l.id = s.last_entry`;

/** Statements that read summaries: tests look at their plans. */
export const SUMMARY_PROBES = {
  byId: `SELECT ${SUMMARY} WHERE s.id = ?`,
  roots: 'SELECT summary FROM roots WHERE conversation = ? ORDER BY first_entry',
  isRoot: 'SELECT 1 FROM roots WHERE conversation = ? AND first_entry = ? AND summary = ?',
  children: 'SELECT child FROM summary_children WHERE parent = ? ORDER BY ordinal',
  entries: 'SELECT entry FROM summary_entries WHERE summary = ? AND entry > ? ORDER BY entry LIMIT ?',
  span: 'SELECT kind, first_entry, last_entry FROM summaries WHERE id = ?',
} as const;

/** The roots of a session's current branch, oldest first. */
export function readRoots(sql: Sql, sessionId: string): readonly StoredSummary[] {
  const conversation = headOf(sql, sessionId);
  if (conversation === undefined) return [];
  return sql.all(SUMMARY_PROBES.roots, conversation.id).flatMap((root) => {
    const row = sql.get(SUMMARY_PROBES.byId, textOf(root, 'summary'));
    return row === undefined ? [] : [summaryOf(row)];
  });
}

/** A summary with its place among the others. */
export function readSummary(sql: Sql, id: string): SummaryDetail | undefined {
  const row = sql.get(SUMMARY_PROBES.byId, id);
  if (row === undefined) return undefined;
  const summary = summaryOf(row);
  return {
    ...summary,
    children: sql.all(SUMMARY_PROBES.children, id).map((child) => textOf(child, 'child')),
    parents: parentsOf(sql, id),
    isLive: isLive(sql, id),
    isRoot: sql.get(SUMMARY_PROBES.isRoot, intOf(row, 'conversation'), summary.firstEntry, id) !== undefined,
  };
}

/** Which of the entries under a summary are wanted. */
export interface UnderRequest {
  readonly id: string;
  readonly after?: number | undefined;
  readonly limit: number;
}

/** Ids of the entries under a summary, oldest first. Looks at no more of its summaries than it must. */
export function entriesUnder(sql: Sql, { id, after = 0, limit }: UnderRequest): readonly number[] {
  let found: number[] = [];
  for (const leaf of leavesUnder(sql, id, after)) {
    const last = found[limit - 1];
    if (last !== undefined && leaf.firstEntry > last) break;
    const more = sql.all(SUMMARY_PROBES.entries, leaf.id, after, limit).map((row) => intOf(row, 'entry'));
    found = [...found, ...more].sort((a, b) => a - b).slice(0, limit);
  }
  return found;
}

interface Span {
  readonly id: string;
  readonly isLeaf: boolean;
  readonly firstEntry: number;
}

/** Leaves that reach behind `after`, by their first entry: ranges may interleave, so the nearest is always taken next. */
function* leavesUnder(sql: Sql, id: string, after: number): Generator<Span> {
  const waiting = spansOf(sql, [id], after);
  for (let span = waiting.shift(); span !== undefined; span = waiting.shift()) {
    if (span.isLeaf) yield span;
    else {
      const children = sql.all(SUMMARY_PROBES.children, span.id).map((row) => textOf(row, 'child'));
      waiting.push(...spansOf(sql, children, after));
      waiting.sort((a, b) => a.firstEntry - b.firstEntry);
    }
  }
}

function spansOf(sql: Sql, ids: readonly string[], after: number): Span[] {
  return ids.flatMap((id) => {
    const row = sql.get(SUMMARY_PROBES.span, id);
    if (row === undefined || intOf(row, 'last_entry') <= after) return [];
    return [{ id, isLeaf: textOf(row, 'kind') === 'leaf', firstEntry: intOf(row, 'first_entry') }];
  });
}

function summaryOf(row: SqlRow): StoredSummary {
  return {
    id: textOf(row, 'id'),
    sessionId: textOf(row, 'session_id'),
    kind: textOf(row, 'kind') === 'leaf' ? 'leaf' : 'condensed',
    depth: intOf(row, 'depth'),
    text: textOf(row, 'text'),
    tokens: intOf(row, 'tokens'),
    firstEntry: intOf(row, 'first_entry'),
    lastEntry: intOf(row, 'last_entry'),
    firstDepth: intOf(row, 'first_depth'),
    lastDepth: intOf(row, 'last_depth'),
    firstAt: intOf(row, 'first_at'),
    lastAt: intOf(row, 'last_at'),
    entryCount: intOf(row, 'entry_count'),
    sourceTokens: intOf(row, 'source_tokens'),
    level: intOf(row, 'level'),
    createdAt: intOf(row, 'created_at'),
  };
}
