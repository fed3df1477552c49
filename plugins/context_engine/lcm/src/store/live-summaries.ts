import { type Sql, textOf } from './sql.ts';

/** Of the hot path: tests look at their plans. */
export const LIVE_PROBES = {
  isRoot: `SELECT 1 FROM summaries s JOIN roots r ON r.conversation = s.conversation AND r.first_entry = s.first_entry
    AND r.summary = s.id WHERE s.id = ?`,
  parents: 'SELECT parent FROM summary_children WHERE child = ?',
  leavesOver: 'SELECT summary FROM summary_entries WHERE entry = ?',
} as const;

/** Whether a summary is live: a root, or under one. */
export function isLive(sql: Sql, id: string): boolean {
  if (sql.get(LIVE_PROBES.isRoot, id) !== undefined) return true;
  return parentsOf(sql, id).some((parent) => isLive(sql, parent));
}

/** Whether a live summary stands over an entry. */
export function isUnderLive(sql: Sql, entry: number): boolean {
  return sql.all(LIVE_PROBES.leavesOver, entry).some((row) => isLive(sql, textOf(row, 'summary')));
}

/** The root that an entry is under, if it is under one. */
export function rootOver(sql: Sql, entry: number): string | undefined {
  const leaf = sql.all(LIVE_PROBES.leavesOver, entry).find((row) => isLive(sql, textOf(row, 'summary')));
  let id = leaf && textOf(leaf, 'summary');
  while (id !== undefined && sql.get(LIVE_PROBES.isRoot, id) === undefined) {
    id = parentsOf(sql, id).find((parent) => isLive(sql, parent));
  }
  return id;
}

/** Ids of the summaries that were made of one. */
export function parentsOf(sql: Sql, id: string): readonly string[] {
  return sql.all(LIVE_PROBES.parents, id).map((row) => textOf(row, 'parent'));
}
