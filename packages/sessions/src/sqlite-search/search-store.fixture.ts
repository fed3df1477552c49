import type { Message } from '@hermes-context/contract';
import { type ArrivedMessage, searchRows } from '../search/search-rows.ts';
import type { SearchPage, SearchQuery } from '../search-query.ts';
import type { SequenceRange } from '../sequence-range.ts';
import { addRows, MESSAGE_COLUMNS, type NewRow, toStored } from '../sqlite/message-rows.ts';
import { insertRevision } from '../sqlite/revision-rows.ts';
import { MIGRATIONS } from '../sqlite/schema.ts';
import { findSession, getSession, insertSession, updateSession } from '../sqlite/session-rows.ts';
import { openDriver } from '../sqlite/sql-driver.ts';
import type { StoreContext } from '../sqlite/store-context.ts';
import { START } from '../view/list-state.ts';
import { catchUpIndex } from './catch-up-index.ts';
import { createSessionLookup, resolveScope } from './search-scope.ts';

/** A store with nothing in it but the tables. */
export function emptyContext(path = ':memory:'): StoreContext {
  const driver = openDriver(path);
  for (const step of MIGRATIONS) driver.exec(step);
  let clock = 1_800_000_000_000;
  const now = (): number => {
    clock += 1_000;
    return clock;
  };
  return {
    driver,
    location: 'test',
    isReadOnly: false,
    now,
    monotonic: now,
    newId: () => 'abcdef',
    countTokens: () => 1,
  };
}

export interface Put {
  readonly origin?: 'new' | 'rotation' | 'branch';
  readonly parent?: string;
  /** Sequences that are no longer live; what follows them is. */
  readonly compacted?: SequenceRange;
  readonly hidden?: SequenceRange;
}

/** Adds messages to a session, made if there is none, in one transaction, and leaves the index as it is. */
export function put(
  context: StoreContext,
  id: string,
  messages: readonly (Message | NewRow)[],
  options: Put = {},
): void {
  const { driver } = context;
  driver.exec('BEGIN');
  if (findSession(context, id) === undefined) {
    const session = insertSession(context, {
      id,
      title: undefined,
      origin: options.origin ?? 'new',
      parentSessionId: options.parent,
      goal: undefined,
      metadata: '{}',
      createdAt: context.now(),
    });
    insertRevision(context, session.key, { ...START, number: 1, kind: 'start', at: 0 });
    updateSession(context, session, { revision: 1 });
  }
  const session = getSession(context, id);
  const rows = messages.map((message) => ('message' in message ? message : { message }));
  const grown = updateSession(context, session, addRows(context, session, rows));
  if (options.compacted !== undefined || options.hidden !== undefined) {
    const compacted = options.compacted === undefined ? [] : [options.compacted];
    const hidden = options.hidden === undefined ? [] : [options.hidden];
    const base = Math.max(...[...compacted, ...hidden].map(({ to }) => to - 1));
    const gone = new Set(
      [...compacted, ...hidden].flatMap(({ from, to }) =>
        Array.from({ length: to - from }, (_, index) => from + index),
      ),
    );
    const live = Array.from({ length: base }, (_, index) => index + 1)
      .filter((sequence) => !gone.has(sequence))
      .map((sequence) => ({ from: sequence, to: sequence + 1 }));
    insertRevision(context, session.key, {
      closed: base,
      base,
      live,
      compacted,
      hidden,
      number: grown.revision + 1,
      kind: 'commit',
      at: 0,
    });
    updateSession(context, grown, { revision: grown.revision + 1 });
  }
  driver.exec('COMMIT');
}

export function user(content: string): Message {
  return { role: 'user', content };
}

/** What a store that looks at every row would answer. */
export async function plainly(context: StoreContext, query: SearchQuery): Promise<SearchPage> {
  const scope = resolveScope(context, query.sessionId);
  const sessionOf = createSessionLookup(context);
  const rows: ArrivedMessage[] = [];
  for (const row of context.driver.all(
    `SELECT m.row, m.session, ${MESSAGE_COLUMNS} FROM messages m ORDER BY m.row DESC`,
  )) {
    const key = Number(row['session']);
    const { row: session, state } = sessionOf(key);
    if (scope.keys?.includes(key) === false) continue;
    rows.push({ arrival: Number(row['row']), stored: toStored(context, row, { sessionId: session.id, state }) });
  }
  return await searchRows(query, { rows, sessions: scope.sessions });
}

/** Ids of the messages that were found, newest first. */
export function ids(page: SearchPage): readonly string[] {
  return page.hits.map(({ message }) => message.id);
}

/** Brings the index up to date. */
export function indexAll(context: StoreContext): void {
  catchUpIndex(context, Number.MAX_SAFE_INTEGER);
}
