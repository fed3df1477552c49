import type { SearchPage, SearchQuery } from '../search-query.ts';
import type { StoredMessage } from '../stored-message.ts';
import { callsIn } from './calls-in.ts';
import { collectHits, SLICE_ROWS, type Slice, type SliceRequest } from './collect-hits.ts';
import { createFindMatch, type Match } from './find-match.ts';
import { type PreparedSearch, passesFilter, prepareSearch } from './prepare-search.ts';
import { searchableText, toolNamesOf } from './searchable-text.ts';
import { snippetOf } from './snippet-of.ts';

/** A message, and its place among all messages of the store. */
export interface ArrivedMessage {
  readonly stored: StoredMessage;
  /** Order of arrival over all sessions: no two share one, and it never changes. */
  readonly arrival: number;
}

/** What to search. */
export interface SearchableRows {
  /** Every message of the sessions in the scope, whatever its state, the newest first. */
  readonly rows: Iterable<ArrivedMessage>;
  /** How many sessions those are. */
  readonly sessions: number;
}

/**
 * Answers a query by looking at the messages one by one: for a store that has them all at hand. Which sessions are in
 * the scope is the caller's to tell; all else of the query is heeded here.
 *
 * @throws SearchQueryError - For a query that cannot be answered.
 * @throws SessionInputError - For a number out of its bounds.
 */
export async function searchRows(query: SearchQuery, { rows, sessions }: SearchableRows): Promise<SearchPage> {
  const search = prepareSearch(query);
  const all = [...rows];
  const shown = shownRows(all, search);
  const { found, ...page } = await collectHits(search, async (request) => lookThrough(shown, { request, search }));
  const hits = found.map(({ row: { stored }, text, match }) => ({
    message: stored,
    snippet: snippetOf(text, match),
    ...neighboursOf(stored, { all, count: search.contextMessages }),
  }));
  return { hits, ...page, scope: { sessions, messages: all.length } };
}

interface FoundRow {
  readonly row: ArrivedMessage;
  readonly text: string;
  readonly match: Match;
}

/** The rows that pass the filters; of several copies of a message the newest. */
function shownRows(all: readonly ArrivedMessage[], { filter }: PreparedSearch): readonly ArrivedMessage[] {
  const tools = filter.tools === undefined ? undefined : toolsOfRows(all);
  const originals = new Set<string>();
  return all.filter(({ stored }) => {
    const { message, createdAt, state, id, copyOf = id } = stored;
    const facts = { role: message.role, tools: tools?.get(id) ?? [], createdAt };
    if (!filter.states.has(state) || !passesFilter(filter, facts) || originals.has(copyOf)) return false;
    originals.add(copyOf);
    return true;
  });
}

/** A result belongs to the tool of the nearest call in front of it. */
function toolsOfRows(all: readonly ArrivedMessage[]): ReadonlyMap<string, readonly string[]> {
  const called = new Map<string, string>();
  const tools = new Map<string, readonly string[]>();
  const inOrder = all.toSorted(({ stored: one }, { stored: other }) => one.sequence - other.sequence);
  for (const { stored } of inOrder) {
    const { message, sessionId, id } = stored;
    for (const call of callsIn(message)) called.set(JSON.stringify([sessionId, call.id]), call.name);
    const name = message.role === 'tool' ? called.get(JSON.stringify([sessionId, message.tool_call_id])) : undefined;
    tools.set(id, name === undefined ? toolNamesOf(message) : [name]);
  }
  return tools;
}

interface Looking {
  readonly request: SliceRequest;
  readonly search: PreparedSearch;
}

function lookThrough(shown: readonly ArrivedMessage[], { request, search }: Looking): Slice<FoundRow> {
  const findMatch = createFindMatch(search.parsed, request.matched);
  const found: FoundRow[] = [];
  let { before } = request;
  const first = firstBelow(shown, before);
  const end = Math.min(shown.length, first + SLICE_ROWS);
  let next = first;
  while (next < end && found.length < request.room && (next === first || !request.isOver())) {
    const row = shown[next];
    if (row === undefined) break;
    const text = searchableText(row.stored.message);
    const match = findMatch(text);
    if (match !== undefined) found.push({ row, text, match });
    before = row.arrival;
    next += 1;
  }
  return { found, before, isLast: next >= shown.length };
}

/** Index of the first row that is older; the rows are the newest first. */
function firstBelow(shown: readonly ArrivedMessage[], before: number): number {
  let low = 0;
  let high = shown.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shown[middle]?.arrival ?? 0) < before) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface Neighbours {
  readonly before: readonly StoredMessage[];
  readonly after: readonly StoredMessage[];
}

function neighboursOf(
  hit: StoredMessage,
  { all, count }: { readonly all: readonly ArrivedMessage[]; readonly count: number },
): Neighbours {
  if (count === 0) return { before: [], after: [] };
  const session = all
    .map(({ stored }) => stored)
    .filter(({ sessionId, state, id }) => sessionId === hit.sessionId && (state !== 'hidden' || id === hit.id))
    .toSorted((one, other) => one.sequence - other.sequence);
  const at = session.findIndex(({ id }) => id === hit.id);
  return { before: session.slice(Math.max(0, at - count), at), after: session.slice(at + 1, at + 1 + count) };
}
