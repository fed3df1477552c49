import { parentsOf } from './live-summaries.ts';
import { type PathView, placeOf } from './path-view.ts';
import { entriesUnder, SUMMARY_PROBES } from './read-summaries.ts';
import { intOf, type Sql, type SqlRow, textOf } from './sql.ts';

/** Of the hot path: a test looks at its plan. */
export const SUMMARY_BEHIND = 'SELECT 1 FROM summaries WHERE conversation = ? AND last_entry > ? LIMIT 1';

const CANDIDATES = `SELECT s.id, s.first_entry, s.last_entry, s.entry_count, e.segment, e.depth
  FROM summaries s JOIN entries e ON e.id = s.last_entry WHERE s.conversation = ? ORDER BY s.rowid`;

/** A summary that no live one stands over. */
export interface Root {
  readonly id: string;
  readonly firstEntry: number;
  readonly lastEntry: number;
  readonly entryCount: number;
}

/**
 * Bring the roots of a conversation in line with another branch: summaries of what was left behind go, those under them
 * and those of the new branch come back. Looks at no summary where the branches part behind the last one.
 */
export function moveHead(from: PathView, to: PathView): void {
  const { sql, conversation } = to;
  if (sql.get(SUMMARY_BEHIND, conversation, partingOf(from, to)) === undefined) return;
  sql.run('DELETE FROM roots WHERE conversation = ?', conversation);
  writeRoots(to);
}

/** Write down the roots of a conversation that has none yet. */
export function writeRoots(view: PathView): void {
  for (const { id, firstEntry } of findRoots(view)) {
    const insert = 'INSERT INTO roots (conversation, first_entry, summary) VALUES (?, ?, ?)';
    view.sql.run(insert, view.conversation, firstEntry, id);
  }
}

/**
 * The uppermost summaries whose messages are all on a branch. Summaries made on different branches may stand over the
 * same messages, and both come back with them: then the larger one counts, and the other one's parts that are free.
 */
function findRoots(view: PathView): readonly Root[] {
  const all = view.sql.all(CANDIDATES, view.conversation).filter((row) => view.has(placeOf(row)));
  const candidates = new Map(all.map((row) => [textOf(row, 'id'), rootOf(row)]));
  const waiting = [...candidates.values()].filter(
    ({ id }) => !parentsOf(view.sql, id).some((parent) => candidates.has(parent)),
  );
  const roots: Root[] = [];
  for (let next = takeLargest(waiting); next !== undefined; next = takeLargest(waiting)) {
    const candidate = next;
    if (!roots.some((root) => overlap(view.sql, root, candidate))) roots.push(candidate);
    else waiting.push(...childrenOf(view.sql, candidate.id, candidates));
  }
  return roots;
}

function takeLargest(waiting: Root[]): Root | undefined {
  waiting.sort((a, b) => a.entryCount - b.entryCount);
  return waiting.pop();
}

function childrenOf(sql: Sql, id: string, candidates: ReadonlyMap<string, Root>): readonly Root[] {
  const ids = sql.all(SUMMARY_PROBES.children, id).map((row) => textOf(row, 'child'));
  return ids.map((child) => candidates.get(child)).filter((child) => child !== undefined);
}

/** Ranges alone do not tell: one may have a hole where the other one is. */
function overlap(sql: Sql, a: Root, b: Root): boolean {
  if (a.lastEntry < b.firstEntry || b.lastEntry < a.firstEntry) return false;
  const under = new Set(entriesUnder(sql, { id: a.id, limit: a.entryCount }));
  return entriesUnder(sql, { id: b.id, limit: b.entryCount }).some((entry) => under.has(entry));
}

function rootOf(row: SqlRow): Root {
  return {
    id: textOf(row, 'id'),
    firstEntry: intOf(row, 'first_entry'),
    lastEntry: intOf(row, 'last_entry'),
    entryCount: intOf(row, 'entry_count'),
  };
}

/** The last entry that two branches share; 0 if they share none. */
function partingOf(from: PathView, to: PathView): number {
  let depth = 0;
  for (const [index, stretch] of to.stretches.entries()) {
    const other = from.stretches[index];
    if (other?.segment !== stretch.segment) break;
    depth = Math.min(other.toDepth, stretch.toDepth);
  }
  return depth === 0 ? 0 : (to.at(depth)?.id ?? 0);
}
