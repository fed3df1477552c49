import { SLICE_ROWS, type Slice, type SliceRequest } from '../search/collect-hits.ts';
import { createFindMatch, type FindMatch, type Match } from '../search/find-match.ts';
import { type PreparedSearch, passesFilter } from '../search/prepare-search.ts';
import { searchableText } from '../search/searchable-text.ts';
import { decodeMessage } from '../sqlite/decode-message.ts';
import { MESSAGE_COLUMNS, messageId } from '../sqlite/message-rows.ts';
import type { SqlRow } from '../sqlite/sql-driver.ts';
import type { StoreContext } from '../sqlite/store-context.ts';
import { messageState } from '../view/list-state.ts';
import { indexState, toolsOf } from './catch-up-index.ts';
import { indexExpression } from './index-expression.ts';
import type { ScopeSession } from './search-scope.ts';

/** A row that is a hit. */
export interface FoundRow {
  readonly row: number;
  readonly session: number;
  readonly sequence: number;
  readonly text: string;
  readonly match: Match;
}

/** What a search in a store works with. */
export interface StoreSearch {
  readonly context: StoreContext;
  readonly search: PreparedSearch;
  /** Keys of the sessions in the scope; unknown: all. */
  readonly keys: readonly number[] | undefined;
  readonly sessionOf: (key: number) => ScopeSession;
}

/** Looks through one slice of a store's rows, newest first. Each call within one transaction. */
export function createLook(store: StoreSearch): (request: SliceRequest) => Slice<FoundRow> {
  const { parsed } = store.search;
  const finders = { all: createFindMatch(parsed, 'all'), any: createFindMatch(parsed, 'any') };
  const inScope = store.keys === undefined ? undefined : new Set(store.keys);
  return (request) => {
    const findMatch = finders[request.matched];
    const found: FoundRow[] = [];
    let { before } = request;
    let looked = 0;
    for (const row of candidates(store, request)) {
      const hit = lookAt(store, { row, inScope, findMatch });
      if (hit !== undefined) found.push(hit);
      before = row;
      looked += 1;
      if (found.length >= request.room || looked >= SLICE_ROWS || request.isOver())
        return { found, before, isLast: false };
    }
    return { found, before, isLast: true };
  };
}

const TAIL = 'SELECT row FROM messages WHERE row < ? AND row > ? ORDER BY row DESC';
const ANY_ROW = 'SELECT row FROM messages WHERE row < ? ORDER BY row DESC';
const NAMED_ROW = 'SELECT rowid AS row FROM words WHERE words MATCH ? AND rowid < ? ORDER BY rowid DESC';

/** Rows that may be hits, newest first: all that the index does not know yet, then those that it names. */
function* candidates({ context, search, keys }: StoreSearch, { before, matched }: SliceRequest): Generator<number> {
  const { driver } = context;
  const { indexed } = indexState(context);
  if (before > indexed + 1) for (const { row } of driver.iterate(TAIL, before, indexed)) yield Number(row);
  const rest = Math.min(before, indexed + 1);
  const expression = indexExpression({ parsed: search.parsed, matched, filter: search.filter, sessions: keys });
  const rows = expression === undefined ? driver.iterate(ANY_ROW, rest) : driver.iterate(NAMED_ROW, expression, rest);
  for (const { row } of rows) yield Number(row);
}

interface Looking {
  readonly row: number;
  readonly inScope: ReadonlySet<number> | undefined;
  readonly findMatch: FindMatch;
}

function lookAt(store: StoreSearch, { row, inScope, findMatch }: Looking): FoundRow | undefined {
  const { context } = store;
  const facts = context.driver.get(
    'SELECT row, session, sequence, role, tools, created_at, copy_of, envelope, blobs FROM messages WHERE row = ?',
    row,
  );
  if (facts === undefined || !isShown(store, facts, inScope)) return undefined;
  const text = searchableText(decodeMessage(context, facts));
  const match = findMatch(text);
  if (match === undefined || hasNewerCopy(store, facts, inScope)) return undefined;
  return { row, session: Number(facts['session']), sequence: Number(facts['sequence']), text, match };
}

function isShown({ search: { filter }, sessionOf }: StoreSearch, row: SqlRow, inScope: Looking['inScope']): boolean {
  const session = Number(row['session']);
  const facts = { role: String(row['role']), tools: toolsOf(row), createdAt: Number(row['created_at']) };
  if (inScope?.has(session) === false || !passesFilter(filter, facts)) return false;
  return filter.states.has(messageState(sessionOf(session).state, Number(row['sequence'])));
}

/** Copies hold the same text, so of those that pass the filters the newest alone is shown, on whatever page. */
function hasNewerCopy(store: StoreSearch, row: SqlRow, inScope: Looking['inScope']): boolean {
  const { context, sessionOf } = store;
  const original = row['copy_of'] ?? messageId(sessionOf(Number(row['session'])).row.id, Number(row['sequence']));
  const copies = context.driver.all(
    'SELECT session, sequence, role, tools, created_at FROM messages WHERE copy_of = ? AND row > ?',
    String(original),
    Number(row['row']),
  );
  return copies.some((copy) => isShown(store, copy, inScope));
}

/** A row with all that callers see of it. */
export function readRow({ driver }: StoreContext, row: number): SqlRow {
  const found = driver.get(`SELECT ${MESSAGE_COLUMNS} FROM messages m WHERE m.row = ?`, row);
  if (found === undefined) throw new TypeError(`There is no row ${row}.`);
  return found;
}
