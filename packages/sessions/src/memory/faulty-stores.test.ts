import type { Message, Messages } from '@hermes-context/contract';
import { type OpenStore, sessionStoreChecks } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import type { SessionStore } from '../session-store.ts';
import type { StoredMessage } from '../stored-message.ts';
import { createMemorySessionStore } from './memory-session-store.ts';

/** A sound store with one fault. */
type Spoil = (store: SessionStore) => Partial<SessionStore>;

const bare = ({ _context, ...message }: Message): Message => message as Message;
const HISTORY = 'has the list, the states and the revisions that a model of it has, after every step';

/** What a store may do wrong, and the check that tells. */
const FAULTS: readonly (readonly [fault: string, check: string, spoil: Spoil])[] = [
  [
    'forgets a message of a delivery',
    HISTORY,
    (store) => ({ append: (id, list, how) => store.append(id, list.slice(0, 2), how) }),
  ],
  [
    'sorts the keys of a message',
    'gives every message back key for key, whatever it holds',
    (store) => ({ append: (id, list, how) => store.append(id, list.map(sorted), how) }),
  ],
  [
    'forgets keys of deliveries',
    'stores a delivery once, however often it is repeated under its key',
    (store) => ({ append: (id, list) => store.append(id, list) }),
  ],
  [
    'keeps the good part of a bad delivery',
    'stores a list as a whole or not at all',
    (store) => ({
      async append(id, list, how) {
        for (const message of list.slice(0, -1)) await store.append(id, [message]);
        return store.append(id, list.slice(-1), how);
      },
    }),
  ],
  [
    'loses what was appended while the summary was written',
    'lets what was appended meanwhile survive, in order, behind the outcome',
    (store) => ({
      commit: async (request) =>
        store.commit({ ...request, expectedSequence: (await store.get(request.sessionId)).sequence }),
    }),
  ],
  [
    'lets late commits overwrite',
    'refuses a list that is not the list of today any more, and writes nothing',
    (store) => ({
      async commit(request) {
        const { revision, sequence } = await store.get(request.sessionId);
        return store.commit({ ...request, expectedRevision: revision, expectedSequence: sequence });
      },
    }),
  ],
  [
    'commits without asking who holds the session',
    'commits nothing under a lease that has ended, was given back, or was never this one',
    (store) => ({
      async commit(request) {
        const own = await store.acquireLease({ sessionId: request.sessionId, holder: 'anybody' });
        return store.commit({ ...request, lease: own.kind === 'acquired' ? own.lease : request.lease });
      },
    }),
  ],
  [
    'stores kept messages again when they come without ids',
    'doubles no message that an engine keeps, with its id or as a bare copy',
    (store) => ({ commit: (request) => store.commit(withMessages(request, (list) => list.map(renamed))) }),
  ],
  [
    'commits a second time under the same key',
    'commits once under one key, and answers with the first receipt ever after',
    (store) => ({ commit: (request) => store.commit({ ...request, key: `${request.key} ${Math.random()}` }) }),
  ],
  [
    'always compacts in place',
    'makes a session that goes on from the old one, and closes the old one as it was (S-076)',
    (store) => ({ commit: ({ inPlace: _, ...request }) => store.commit(request) }),
  ],
  [
    'shows closed sessions',
    'shows the session that goes on in place of those that are closed',
    (store) => ({ list: (listing) => store.list({ ...listing, includeContinued: true }) }),
  ],
  ['undoes by a rewind', HISTORY, (store) => ({ undo: (request) => store.redo(request) })],
  [
    'ignores which revision a change is meant for',
    'changes nothing for who comes too late, or while somebody else holds the session',
    (store) => ({ undo: ({ expectedRevision: _, ...request }) => store.undo(request) }),
  ],
  [
    'shows the list of today for every revision',
    'shows every list that there was',
    (store) => ({
      load: async (id, at) => ({
        ...(await store.load(id)),
        ...(at?.revision === undefined ? {} : { revision: at.revision }),
      }),
    }),
  ],
  [
    'calls hidden messages compacted',
    'hides what a rewind takes back, and deletes nothing',
    (store) => ({
      async read(id, listing) {
        const page = await store.read(id, listing);
        return {
          ...page,
          items: page.items.map(
            (item): StoredMessage => (item.state === 'hidden' ? { ...item, state: 'compacted' } : item),
          ),
        };
      },
    }),
  ],
  [
    'lets go of a lease for anybody',
    'is given back by its holder alone, and numbered on all the same',
    (store) => ({
      async releaseLease({ sessionId }) {
        const held = (await store.leases()).find((each) => each.sessionId === sessionId);
        if (held !== undefined) await store.releaseLease({ ...held, ttlMs: 1 });
      },
    }),
  ],
  [
    'exports live messages only',
    'exports all there is: the header, every message, every change',
    (store) => ({
      async *exportSession(id) {
        for await (const record of store.exportSession(id)) {
          if (record.record !== 'message' || record.state === 'live') yield record;
        }
      },
    }),
  ],
  [
    'does not search what was compacted',
    'finds its own archive (S-072)',
    (store) => ({ search: (query) => store.search({ ...query, states: ['live'] }) }),
  ],
  [
    'finds what was rewound',
    'finds hidden messages when asked for them, and else not',
    (store) => ({ search: (query) => store.search({ ...query, states: ['live', 'compacted', 'hidden'] }) }),
  ],
  [
    'answers a bad query with no hits',
    'says of a query that cannot be answered that it cannot',
    (store) => ({
      search: (query) =>
        store
          .search(query)
          .catch(() => ({ hits: [], complete: true, matched: 'all', scope: { sessions: 0, messages: 0 } })),
    }),
  ],
  [
    'branches from nothing',
    'begins a session with a copy of the live list, and leaves the other one alone',
    (store) => ({ branch: (_, session) => store.create(session) }),
  ],
  [
    'hands out ids in place of messages',
    'numbers messages as they arrive, and names them after session and number',
    (store) => ({
      load: async (id, at) => ({
        ...(await store.load(id, at)),
        messages: (await store.load(id, at)).messages.map(bare),
      }),
    }),
  ],
];

describe('the kit of a session store tells of a store that', () => {
  it.each(FAULTS)('%s: it %s', async (_, title, spoil) => {
    const check = sessionStoreChecks.find((each) => each.title === title);
    if (check === undefined) throw new Error(`There is no check "${title}".`);
    const open: OpenStore = (surroundings) => {
      const store = createMemorySessionStore(surroundings);
      return { ...store, ...spoil(store) };
    };
    await expect(check.run(open, { seed: 7 })).rejects.toThrow();
    await check.run(createMemorySessionStore, { seed: 7, numRuns: 5 });
  });

  it('has checks with titles of their own', () => {
    const titles = sessionStoreChecks.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

function sorted(message: Message): Message {
  return JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(message).toSorted())));
}

/** What has no id, under a name that no other has. */
function renamed(message: Message): Message {
  return message._context?.id === undefined ? { ...message, name: 'copy' } : message;
}

function withMessages<Request extends { readonly outcome: { readonly messages: Messages } }>(
  request: Request,
  edit: (messages: Messages) => Messages,
): Request {
  return { ...request, outcome: { ...request.outcome, messages: edit(request.outcome.messages) } };
}
