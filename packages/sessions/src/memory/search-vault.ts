import type { Message } from '@hermes-context/contract';
import { callsIn, nameIn } from '../search/calls-in.ts';
import { collectHits, type Slice, type SliceRequest } from '../search/collect-hits.ts';
import { createFindMatch, type Match } from '../search/find-match.ts';
import { type PreparedSearch, passesFilter, prepareSearch } from '../search/prepare-search.ts';
import { searchableText } from '../search/searchable-text.ts';
import { snippetOf } from '../search/snippet-of.ts';
import type { SearchHit, SearchPage, SearchQuery } from '../search-query.ts';
import type { StoredMessage } from '../stored-message.ts';
import { findSession, type MemorySession, messageId, type Row, storedMessage, type Vault } from './rows.ts';

interface Placed {
  readonly session: MemorySession;
  readonly row: Row;
}

interface Found extends Placed {
  readonly text: string;
  readonly match: Match;
}

/** Looks at every message, newest first, without an index. */
export async function searchVault(vault: Vault, query: SearchQuery): Promise<SearchPage> {
  const search = prepareSearch(query);
  const sessions = scopeOf(vault, query.sessionId);
  const rows = sessions
    .flatMap((session) => session.rows.map((row) => ({ session, row })))
    .toSorted((one, other) => other.row.arrival - one.row.arrival);
  const shown = newestCopies(rows.filter((placed) => passes(search, placed)));
  const { found, ...page } = await collectHits(search, async (request) => lookThrough(search, shown, request));
  const hits = found.map((each) => hitOf(each, search.contextMessages));
  return { hits, ...page, scope: { sessions: sessions.length, messages: rows.length } };
}

/** Every session, or one with those that it goes on from. */
function scopeOf(vault: Vault, sessionId: string | undefined): readonly MemorySession[] {
  if (sessionId === undefined) return [...vault.sessions.values()];
  const scope = [findSession(vault, sessionId)];
  for (let child = scope[0]; child?.origin === 'rotation'; child = scope.at(-1)) {
    const parent = vault.sessions.get(child.parentSessionId ?? '');
    if (parent === undefined || scope.includes(parent)) break;
    scope.push(parent);
  }
  return scope;
}

function passes({ filter }: PreparedSearch, { session, row }: Placed): boolean {
  const message: Message = JSON.parse(row.text);
  const facts = { role: message.role, tools: toolsOf(session, row), createdAt: row.createdAt };
  return filter.states.has(row.state) && passesFilter(filter, facts);
}

/** What a message calls, or what the result is of: of the nearest call in front of it that has its id. */
function toolsOf(session: MemorySession, row: Row): readonly string[] {
  const message: Message = JSON.parse(row.text);
  if (message.role !== 'tool') return callsIn(message).map(({ name }) => name);
  const call = session.rows
    .slice(0, row.sequence - 1)
    .toReversed()
    .flatMap(({ text }) => callsIn(JSON.parse(text)).toReversed())
    .find(({ id }) => id === message.tool_call_id);
  const name = call?.name ?? nameIn(message);
  return name === undefined ? [] : [name];
}

/** Of a message and its copies the newest. */
function newestCopies(rows: readonly Placed[]): readonly Placed[] {
  const seen = new Set<string>();
  return rows.filter(({ session, row }) => {
    const before = seen.size;
    return before < seen.add(row.copyOf ?? messageId(session, row.sequence)).size;
  });
}

function lookThrough(
  { parsed }: PreparedSearch,
  rows: readonly Placed[],
  { before, matched, room }: SliceRequest,
): Slice<Found> {
  const findMatch = createFindMatch(parsed, matched);
  const found: Found[] = [];
  for (const { session, row } of rows) {
    if (row.arrival >= before) continue;
    const text = searchableText(JSON.parse(row.text));
    const match = findMatch(text);
    if (match !== undefined) found.push({ session, row, text, match });
    if (found.length === room) return { found, before: row.arrival, isLast: false };
  }
  return { found, before: 0, isLast: true };
}

function hitOf({ session, row, text, match }: Found, contextMessages: number): SearchHit {
  const around = session.rows.filter((each) => each.state !== 'hidden');
  const older = around.filter(({ sequence }) => sequence < row.sequence);
  const newer = around.filter(({ sequence }) => sequence > row.sequence);
  const toStored = (each: Row): StoredMessage => storedMessage(session, each);
  return {
    message: toStored(row),
    snippet: snippetOf(text, match),
    before: older.slice(Math.max(0, older.length - contextMessages)).map(toStored),
    after: newer.slice(0, contextMessages).map(toStored),
  };
}
