import { setImmediate as nextTick } from 'node:timers/promises';
import { type Collected, collectHits } from '../search/collect-hits.ts';
import { type PreparedSearch, prepareSearch } from '../search/prepare-search.ts';
import { snippetOf } from '../search/snippet-of.ts';
import type { SearchHit, SearchPage, SearchQuery } from '../search-query.ts';
import { MESSAGE_COLUMNS, toStored } from '../sqlite/message-rows.ts';
import type { SqlRow } from '../sqlite/sql-driver.ts';
import type { StoreContext } from '../sqlite/store-context.ts';
import { isBusy, storeFault } from '../sqlite/store-fault.ts';
import { read } from '../sqlite/transact.ts';
import type { StoredMessage } from '../stored-message.ts';
import { catchUpIndex, indexState } from './catch-up-index.ts';
import { createLook, type FoundRow, readRow } from './look-through-store.ts';
import { createSessionLookup, resolveScope, type ScopeSession } from './search-scope.ts';

/** Behind by fewer rows, a search looks at them one by one: that is quicker than a write that must reach the disk. */
const CATCH_UP_FROM_ROWS = 64;
/** Rows to a write: the event loop waits for each. */
const CATCH_UP_ROWS = 128;

/**
 * Answers a query from the index, and from the messages themselves where the index cannot tell.
 *
 * @throws SearchQueryError - For a query that cannot be answered.
 * @throws SessionInputError - For a number out of its bounds.
 * @throws SessionNotFoundError - For a session that does not exist.
 */
export async function searchStore(context: StoreContext, query: SearchQuery): Promise<SearchPage> {
  const search = prepareSearch(query);
  const scope = await read(context, () => resolveScope(context, query.sessionId));
  await bringIndexNear(context, search);
  const sessionOf = createSessionLookup(context);
  const look = createLook({ context, search, keys: scope.keys, sessionOf });
  const collected = await collectHits(search, (request) => read(context, () => look(request)));
  const hits = await read(context, () => collected.found.map((found) => hitOf(context, { found, search, sessionOf })));
  return pageOf(collected, hits, { sessions: scope.sessions, messages: scope.messages });
}

function pageOf(
  { found: _, ...page }: Collected<FoundRow>,
  hits: readonly SearchHit[],
  scope: SearchPage['scope'],
): SearchPage {
  return { hits, ...page, scope };
}

/** What the index does not know yet is found all the same, only slower: nothing here may fail a search. */
async function bringIndexNear(context: StoreContext, { query, budgetMs }: PreparedSearch): Promise<void> {
  if (context.isReadOnly) return;
  const deadline = performance.now() + budgetMs;
  while (performance.now() < deadline) {
    query.signal?.throwIfAborted();
    const { indexed, newest } = await read(context, () => indexState(context));
    if (newest - indexed < CATCH_UP_FROM_ROWS || !tryToCatchUp(context)) return;
    await nextTick();
  }
}

function tryToCatchUp({ driver, location }: StoreContext): boolean {
  try {
    driver.exec('BEGIN IMMEDIATE');
  } catch (error) {
    if (isBusy(error)) return false;
    throw storeFault(error, location);
  }
  try {
    catchUpIndex({ driver }, CATCH_UP_ROWS);
    driver.exec('COMMIT');
    return true;
  } catch {
    // A full disk: what is in the store can still be read, and so be searched.
    rollBack(driver);
    return false;
  }
}

function rollBack(driver: StoreContext['driver']): void {
  try {
    driver.exec('ROLLBACK');
  } catch {
    // The failure has already rolled back.
  }
}

interface Hit {
  readonly found: FoundRow;
  readonly search: PreparedSearch;
  readonly sessionOf: (key: number) => ScopeSession;
}

function hitOf(context: StoreContext, { found, search: { contextMessages }, sessionOf }: Hit): SearchHit {
  const { row: session, state } = sessionOf(found.session);
  const toMessage = (row: SqlRow): StoredMessage => toStored(context, row, { sessionId: session.id, state });
  const near = (side: Side): readonly StoredMessage[] =>
    contextMessages === 0
      ? []
      : Iterator.from(neighbours(context, found, side))
          .map(toMessage)
          .filter(({ state: is }) => is !== 'hidden')
          .take(contextMessages)
          .toArray();
  return {
    message: toMessage(readRow(context, found.row)),
    snippet: snippetOf(found.text, found.match),
    before: near('before').toReversed(),
    after: near('after'),
  };
}

type Side = 'before' | 'after';

/** Rows of the same session from a hit outwards. */
function neighbours({ driver }: StoreContext, { session, sequence }: FoundRow, side: Side): Iterable<SqlRow> {
  const where = side === 'before' ? '< ? ORDER BY m.sequence DESC' : '> ? ORDER BY m.sequence';
  return driver.iterate(
    `SELECT ${MESSAGE_COLUMNS} FROM messages m WHERE m.session = ? AND m.sequence ${where}`,
    session,
    sequence,
  );
}
