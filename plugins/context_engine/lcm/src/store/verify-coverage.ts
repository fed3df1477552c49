import { isLive, parentsOf } from './live-summaries.ts';
import { PathView, placeOf } from './path-view.ts';
import { entriesUnder } from './read-summaries.ts';
import { intOf, maybeIntOf, type Sql, type SqlRow, textOf } from './sql.ts';
import type { Findings } from './verify-entries.ts';

const ROOTS = `SELECT s.id, s.first_entry, s.entry_count, e.segment, e.depth, r.first_entry AS kept FROM roots r
  JOIN summaries s ON s.id = r.summary JOIN entries e ON e.id = s.last_entry WHERE r.conversation = ?`;
const SUMMARIES = `SELECT s.id, s.kind, e.segment, e.depth FROM summaries s JOIN entries e ON e.id = s.last_entry
  WHERE s.conversation = ?`;

/**
 * Of every current branch: each message is under no live leaf or under exactly one; each live summary is a root or under
 * one summary that is live; and no summary is left out whose messages are all on the branch and free.
 */
export function* verifyCoverage(sql: Sql): Findings {
  for (const row of sql.all('SELECT id, head FROM conversations')) {
    const view = new PathView(sql, intOf(row, 'id'), maybeIntOf(row, 'head'));
    const isCovered = new Uint8Array((view.head?.depth ?? 0) + 1);
    yield* verifyRoots(view, isCovered);
    yield* verifyOthers(view, isCovered);
    yield undefined;
  }
}

function* verifyRoots(view: PathView, isCovered: Uint8Array): Findings {
  for (const root of view.sql.all(ROOTS, view.conversation)) {
    for (const problem of rootProblems(view, root, isCovered)) yield `Summary ${textOf(root, 'id')} ${problem}.`;
    yield undefined;
  }
}

function rootProblems(view: PathView, root: SqlRow, isCovered: Uint8Array): readonly string[] {
  const count = intOf(root, 'entry_count');
  const entries = entriesUnder(view.sql, { id: textOf(root, 'id'), limit: count + 1 });
  const problems = entries.map((entry) => coverOnce(view, entry, isCovered)).filter((problem) => problem !== undefined);
  if (!view.has(placeOf(root))) problems.push('is a root, but not of the current branch');
  if (root['kept'] !== root['first_entry']) problems.push('is a root at the wrong place');
  if (entries.length !== count) problems.push('stands over a message twice');
  return problems;
}

function coverOnce(view: PathView, entry: number, isCovered: Uint8Array): string | undefined {
  const depth = depthOf(view, entry);
  if (depth === undefined) return `is a root, but its message ${entry} is on another branch`;
  if (isCovered[depth] === 1) return `is a root, but its message ${entry} is under another live leaf as well`;
  isCovered[depth] = 1;
  return undefined;
}

function* verifyOthers(view: PathView, isCovered: Uint8Array): Findings {
  for (const row of view.sql.all(SUMMARIES, view.conversation)) {
    if (!view.has(placeOf(row))) continue;
    const problem = isLive(view.sql, textOf(row, 'id'))
      ? liveProblem(view.sql, row)
      : deadProblem(view, row, isCovered);
    if (problem !== undefined) yield `Summary ${textOf(row, 'id')} ${problem}.`;
    yield undefined;
  }
}

function liveProblem(sql: Sql, row: SqlRow): string | undefined {
  const live = parentsOf(sql, textOf(row, 'id')).filter((parent) => isLive(sql, parent));
  return live.length > 1 ? 'is under two live summaries' : undefined;
}

function deadProblem(view: PathView, row: SqlRow, isCovered: Uint8Array): string | undefined {
  if (textOf(row, 'kind') !== 'leaf') return undefined;
  const entries = view.sql.all('SELECT entry FROM summary_entries WHERE summary = ?', textOf(row, 'id'));
  const isFree = entries.every((entry) => isCovered[depthOf(view, intOf(entry, 'entry')) ?? 0] === 0);
  return isFree ? 'could be a root, and is none' : undefined;
}

function depthOf(view: PathView, entry: number): number | undefined {
  const known = view.byId(entry);
  return known !== undefined && view.has(known) ? known.depth : undefined;
}
