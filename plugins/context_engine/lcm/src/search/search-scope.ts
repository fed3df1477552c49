import { intOf, maybeIntOf, type Sql, type SqlRow, textOf } from '../store/sql.ts';
import type { GrepError, GrepErrorReason, GrepRequest, GrepRun } from './grep-types.ts';

/** A conversation that is looked at. */
export interface ScopeConversation {
  readonly id: number;
  readonly sessionId: string;
  readonly head: number | undefined;
  readonly entryCount: number;
}

/** Where a search looks. */
export interface SearchScope {
  /** Unknown: all of the store. */
  readonly conversations: readonly ScopeConversation[] | undefined;
  /** Only what stands under it. */
  readonly summary: { readonly id: string; readonly firstEntry: number; readonly lastEntry: number } | undefined;
  readonly includeAbandoned: boolean;
  /** Whether its conversations have no message that is not in it. */
  readonly isWhole: boolean;
  /** Messages in it, on the current branches alone unless abandoned ones are included. */
  readonly messages: number;
  readonly conversationCount: number;
  /** Ids of the first sessions of it. */
  readonly sessions: readonly string[];
}

/** Statements that resolve a scope: tests look at their plans. */
export const SCOPE_PROBES = {
  conversation: 'SELECT id, session_id, head, entry_count FROM conversations WHERE session_id = ?',
  conversationById: 'SELECT id, session_id, head, entry_count FROM conversations WHERE id = ?',
  all: `SELECT COUNT(*) AS conversations, COALESCE(SUM(c.entry_count), 0) AS entries, COALESCE(SUM(h.depth), 0) AS depths
    FROM conversations c LEFT JOIN entries h ON h.id = c.head`,
  sessions: 'SELECT session_id FROM conversations ORDER BY id DESC LIMIT ?',
  depth: 'SELECT depth FROM entries WHERE id = ?',
  summary: 'SELECT conversation, first_entry, last_entry, entry_count FROM summaries WHERE id = ?',
  segment: 'SELECT conversation, parent_segment, fork_depth, is_aside FROM segments WHERE id = ?',
  firstSegments: 'SELECT id FROM segments WHERE conversation = ? AND origin IS NULL ORDER BY id LIMIT 1',
  segmentCount: 'SELECT COUNT(*) AS count FROM (SELECT 1 FROM segments WHERE conversation = ? LIMIT ?)',
  segments: 'SELECT id FROM segments WHERE conversation = ?',
  firstOf: 'SELECT id FROM entries WHERE segment = ? ORDER BY depth LIMIT 1',
  lastOf: 'SELECT id FROM entries WHERE segment = ? ORDER BY depth DESC LIMIT 1',
} as const;

/** Session ids that an answer lists. */
const MAX_SESSIONS = 10;

/** Resolve where a request wants to look, once for the whole search. */
export function resolveScope(sql: Sql, request: GrepRequest, run: GrepRun): SearchScope | GrepError {
  const { within, includeAbandoned } = request;
  switch (within.kind) {
    case 'conversation':
      return ofSessions(sql, [run.sessionId], includeAbandoned);
    case 'session':
      return ofSessions(sql, [run.sessionId, ...(run.family ?? [])], includeAbandoned);
    case 'all':
      return run.mayReadOthers === true ? ofAll(sql, includeAbandoned) : notAllowed('all');
    case 'other':
      return ofOther(sql, within.sessionId, { request, run });
    case 'summary':
      return ofSummary(sql, within.summaryId, run);
  }
}

interface Asked {
  readonly request: GrepRequest;
  readonly run: GrepRun;
}

function ofSessions(sql: Sql, sessionIds: readonly string[], includeAbandoned: boolean): SearchScope | GrepError {
  const known = [...new Set(sessionIds)].map((id) => sql.get(SCOPE_PROBES.conversation, id));
  const conversations = known.filter((row) => row !== undefined).map(conversationOf);
  if (conversations.length === 0) {
    return refused('empty-scope', 'Nothing of this conversation is stored yet, so there was nothing to search.');
  }
  const messages = sumOf(conversations.map((each) => messagesOf(sql, each, includeAbandoned)));
  return {
    conversations,
    summary: undefined,
    includeAbandoned,
    isWhole: messages === sumOf(conversations.map(({ entryCount }) => entryCount)),
    messages,
    conversationCount: conversations.length,
    sessions: conversations.slice(0, MAX_SESSIONS).map(({ sessionId }) => sessionId),
  };
}

function ofAll(sql: Sql, includeAbandoned: boolean): SearchScope | GrepError {
  const counts = sql.get(SCOPE_PROBES.all);
  if (counts === undefined || intOf(counts, 'conversations') === 0) {
    return refused('empty-scope', 'No conversation is stored yet, so there was nothing to search.');
  }
  const messages = intOf(counts, includeAbandoned ? 'entries' : 'depths');
  return {
    conversations: undefined,
    summary: undefined,
    includeAbandoned,
    isWhole: messages === intOf(counts, 'entries'),
    messages,
    conversationCount: intOf(counts, 'conversations'),
    sessions: sql.all(SCOPE_PROBES.sessions, MAX_SESSIONS).map((row) => textOf(row, 'session_id')),
  };
}

function ofOther(sql: Sql, sessionId: string, { request, run }: Asked): SearchScope | GrepError {
  if (!mayRead(run, sessionId)) return notAllowed(sessionId);
  if (sql.get(SCOPE_PROBES.conversation, sessionId) !== undefined) {
    return ofSessions(sql, [sessionId], request.includeAbandoned);
  }
  const fix = 'Use an id that an earlier answer gave, or leave "within" away for this conversation.';
  return refused('unknown-conversation', `There is no conversation ${JSON.stringify(sessionId)}. ${fix}`);
}

function ofSummary(sql: Sql, summaryId: string, run: GrepRun): SearchScope | GrepError {
  const row = sql.get(SCOPE_PROBES.summary, summaryId);
  const found = row && sql.get(SCOPE_PROBES.conversationById, intOf(row, 'conversation'));
  if (row === undefined || found === undefined) {
    const fix = 'Ids are "sum_" and 12 digits or letters a to f, as they stand beside summaries and in answers.';
    return refused('unknown-summary', `There is no summary ${JSON.stringify(summaryId)}. ${fix}`);
  }
  const conversation = conversationOf(found);
  if (!mayRead(run, conversation.sessionId)) return notAllowed(conversation.sessionId);
  return {
    conversations: [conversation],
    summary: { id: summaryId, firstEntry: intOf(row, 'first_entry'), lastEntry: intOf(row, 'last_entry') },
    // What a summary stands for is in it, whatever became of the branch.
    includeAbandoned: true,
    isWhole: false,
    messages: intOf(row, 'entry_count'),
    conversationCount: 1,
    sessions: [conversation.sessionId],
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function mayRead({ sessionId, family = [], mayReadOthers }: GrepRun, wanted: string): boolean {
  return mayReadOthers === true || wanted === sessionId || family.includes(wanted);
}

function notAllowed(wanted: string): GrepError {
  const why = 'Other conversations may not be read from here.';
  return refused(
    'not-allowed',
    `${JSON.stringify(wanted)} cannot be searched. ${why} Use "conversation" or "session".`,
  );
}

function refused(reason: GrepErrorReason, message: string): GrepError {
  return { kind: 'error', reason, message };
}

function conversationOf(row: SqlRow): ScopeConversation {
  return {
    id: intOf(row, 'id'),
    sessionId: textOf(row, 'session_id'),
    head: maybeIntOf(row, 'head'),
    entryCount: intOf(row, 'entry_count'),
  };
}

function messagesOf(sql: Sql, { head, entryCount }: ScopeConversation, includeAbandoned: boolean): number {
  if (includeAbandoned) return entryCount;
  const row = head === undefined ? undefined : sql.get(SCOPE_PROBES.depth, head);
  return row === undefined ? 0 : intOf(row, 'depth');
}

/** More stretches than that are not looked at one by one for their ends. */
const MAX_SEGMENTS = 256;

/** The lowest and the highest entry that a scope can have, both included. */
export function entryBounds(
  sql: Sql,
  { conversations, summary }: SearchScope,
  newest: number,
): readonly [number, number] {
  if (summary !== undefined) return [summary.firstEntry, Math.min(summary.lastEntry, newest)];
  if (conversations === undefined) return [1, newest];
  const bounds = conversations.map(({ id }) => boundsOf(sql, id, newest));
  return [Math.min(...bounds.map(([low]) => low)), Math.max(...bounds.map(([, high]) => high))];
}

function boundsOf(sql: Sql, conversation: number, newest: number): readonly [number, number] {
  const first = sql.get(SCOPE_PROBES.firstSegments, conversation);
  const low = first && sql.get(SCOPE_PROBES.firstOf, intOf(first, 'id'));
  const count = sql.get(SCOPE_PROBES.segmentCount, conversation, MAX_SEGMENTS + 1);
  if (count === undefined || intOf(count, 'count') > MAX_SEGMENTS) return [low ? intOf(low, 'id') : 1, newest];
  const lasts = sql
    .all(SCOPE_PROBES.segments, conversation)
    .map((row) => sql.get(SCOPE_PROBES.lastOf, intOf(row, 'id')));
  const highest = lasts.reduce((most, row) => Math.max(most, row ? intOf(row, 'id') : 0), 0);
  return [low ? intOf(low, 'id') : 1, Math.min(highest, newest)];
}
