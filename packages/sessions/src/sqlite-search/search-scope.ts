import { readState } from '../sqlite/revision-rows.ts';
import { findSession, getSession, type SessionRow, toSessionRow } from '../sqlite/session-rows.ts';
import type { StoreContext } from '../sqlite/store-context.ts';
import type { ListState } from '../view/list-state.ts';

/** A session of the scope, and what its messages are today. */
export interface ScopeSession {
  readonly row: SessionRow;
  readonly state: ListState;
}

/** Where to search. */
export interface SearchScope {
  /** Keys of the sessions; unknown: all there are. */
  readonly keys: readonly number[] | undefined;
  readonly sessions: number;
  readonly messages: number;
}

/**
 * A session with those that it goes on from by rotation; without an id, every session.
 *
 * @throws SessionNotFoundError
 */
export function resolveScope(context: StoreContext, sessionId: string | undefined): SearchScope {
  if (sessionId === undefined) {
    const counts = context.driver.get(
      'SELECT count(*) AS sessions, coalesce(sum(sequence), 0) AS messages FROM sessions',
    );
    return { keys: undefined, sessions: Number(counts?.['sessions']), messages: Number(counts?.['messages']) };
  }
  const chain = [...rotationChain(context, getSession(context, sessionId))];
  return {
    keys: chain.map(({ key }) => key),
    sessions: chain.length,
    messages: chain.reduce((total, { sequence }) => total + sequence, 0),
  };
}

function* rotationChain(context: StoreContext, tip: SessionRow): Generator<SessionRow> {
  const seen = new Set<number>();
  let session: SessionRow | undefined = tip;
  while (session !== undefined && !seen.has(session.key)) {
    seen.add(session.key);
    yield session;
    const { origin, parentSessionId }: SessionRow = session;
    session =
      origin === 'rotation' && parentSessionId !== undefined ? findSession(context, parentSessionId) : undefined;
  }
}

/** Sessions by key, each read once: a page asks for few of them, over and over. */
export function createSessionLookup(context: StoreContext): (key: number) => ScopeSession {
  const known = new Map<number, ScopeSession>();
  return (key) => {
    const session = known.get(key) ?? readSession(context, key);
    known.set(key, session);
    return session;
  };
}

function readSession(context: StoreContext, key: number): ScopeSession {
  const found = context.driver.get('SELECT * FROM sessions WHERE key = ?', key);
  if (found === undefined) throw new TypeError(`There is no session ${key}.`);
  const row = toSessionRow(found);
  return { row, state: readState(context, key, row.revision) };
}
