import type { NewSummary } from './lcm-store.ts';
import { isLive, isUnderLive } from './live-summaries.ts';
import { PathView } from './path-view.ts';
import { headOf } from './read-entries.ts';
import { SUMMARY_PROBES } from './read-summaries.ts';
import { intOf, type Sql, type SqlRow, textOf } from './sql.ts';
import {
  distinct,
  freeSummaryId,
  insertSummary,
  refusedSummary,
  type SummarySpan,
  spanOfEntries,
  spanOfSummaries,
} from './summary-span.ts';

/** Store a summary with its provenance, in one transaction; its id. */
export function addSummary(sql: Sql, summary: NewSummary, now: number): string {
  const { sessionId, text, tokens, level, sources } = summary;
  if (text.trim() === '') throw refusedSummary('bad-input', 'It has no text.');
  return sql.write(() => {
    const conversation = headOf(sql, sessionId);
    if (conversation === undefined) throw refusedSummary('unknown-session', `There is no session "${sessionId}".`);
    const view = new PathView(sql, conversation.id, conversation.head);
    const span = sources.kind === 'entries' ? spanOfFree(view, sources.entries) : spanOfRoots(view, sources.summaries);
    const id = freeSummaryId(sql, [sessionId, span.kind, span.sources, text]);
    insertSummary(view, { id, text, tokens, level, createdAt: now, span });
    becomeRoot(view, id, span);
    return id;
  });
}

function spanOfFree(view: PathView, entries: readonly number[]): SummarySpan {
  const span = spanOfEntries(view, entries);
  const covered = entries.find((entry) => isUnderLive(view.sql, entry));
  if (covered === undefined) return span;
  throw refusedSummary('already-covered', `A summary stands over message ${covered} already.`);
}

function spanOfRoots(view: PathView, summaries: readonly string[]): SummarySpan {
  const span = spanOfSummaries(distinct(summaries).map((id) => rootRow(view, id)));
  const roots = view.sql.all(SUMMARY_PROBES.roots, view.conversation).map((row) => textOf(row, 'summary'));
  const start = roots.indexOf(String(span.sources[0]));
  if (span.sources.every((id, index) => roots[start + index] === id)) return span;
  throw refusedSummary('not-adjacent', 'Another summary stands between its sources.');
}

function rootRow(view: PathView, id: string): SqlRow {
  const row = view.sql.get(SUMMARY_PROBES.byId, id);
  if (row === undefined) throw refusedSummary('unknown-source', `There is no summary ${id}.`);
  const firstEntry = intOf(row, 'first_entry');
  if (view.sql.get(SUMMARY_PROBES.isRoot, view.conversation, firstEntry, id) !== undefined) return row;
  throw intOf(row, 'conversation') === view.conversation && isLive(view.sql, id)
    ? refusedSummary('already-covered', `A summary stands over ${id} already.`)
    : refusedSummary('not-on-branch', `What ${id} stands for is not on the current branch.`);
}

function becomeRoot({ sql, conversation }: PathView, id: string, span: SummarySpan): void {
  for (const source of span.sources) {
    if (typeof source === 'string')
      sql.run('DELETE FROM roots WHERE conversation = ? AND summary = ?', conversation, source);
  }
  sql.run('INSERT INTO roots (conversation, first_entry, summary) VALUES (?, ?, ?)', conversation, span.firstEntry, id);
}
