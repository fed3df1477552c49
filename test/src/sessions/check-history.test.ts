import {
  createMemorySessionStore,
  type MessageRecord,
  type RevisionRecord,
  type SessionRecord,
} from '@hermes-context/sessions';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkHistory, type HistoryEntry } from './check-history.fixture.ts';
import { type Operation, perform } from './operations.fixture.ts';

const sessionId = 's';

/** Two workers, one operation after another: a's from 0 to 1, b's from 10 to 11, and so on. */
const OPERATIONS: readonly (Operation | { readonly kind: 'look'; readonly sessionId: string })[] = [
  { kind: 'append', sessionId, key: 'k0', count: 2 },
  { kind: 'append', sessionId, key: 'k1', count: 1 },
  { kind: 'append', sessionId, key: 'k2', count: 1 },
  { kind: 'commit', sessionId, key: 'k3', revision: 1, sequence: 3, head: 1, tail: 1 },
  { kind: 'look', sessionId },
  { kind: 'append', sessionId, key: 'k5', count: 2 },
  { kind: 'rewind', sessionId, revision: 2, kept: 4, messageId: 's:6' },
  { kind: 'undo', sessionId, revision: 3 },
  { kind: 'undo', sessionId, revision: 4 },
  { kind: 'redo', sessionId, revision: 5 },
  { kind: 'look', sessionId },
];

interface History {
  readonly entries: readonly HistoryEntry[];
  readonly records: readonly SessionRecord[];
}

let honest: History;
beforeAll(async () => {
  const store = createMemorySessionStore();
  await store.create({ id: sessionId });
  const entries: HistoryEntry[] = [];
  for (const [index, operation] of OPERATIONS.entries()) {
    const { revision, sequence, messages } = await store.load(sessionId);
    const list = messages.map(({ _context }) => Number(_context?.id?.slice(2)));
    const done =
      operation.kind === 'look'
        ? ({ kind: 'looked', revision, sequence, list } as const)
        : await perform(store, operation, 'w');
    const worker = index % 2 === 0 ? 'a' : 'b';
    entries.push({ worker, invoked: index * 10, answered: index * 10 + 1, operation, done });
  }
  const records: SessionRecord[] = [];
  for await (const record of store.exportSession(sessionId)) records.push(record);
  honest = { entries, records };
});

const edit = (entries: readonly HistoryEntry[], index: number, change: Partial<HistoryEntry>): HistoryEntry[] =>
  entries.map((entry, at) => (at === index ? { ...entry, ...change } : entry));

const messages = (records: readonly SessionRecord[], change: (rows: MessageRecord[]) => MessageRecord[]) => [
  ...change(records.filter((record) => record.record === 'message')),
  ...records.filter((record) => record.record === 'revision'),
];

const revisions = (records: readonly SessionRecord[], change: (rows: RevisionRecord[]) => RevisionRecord[]) => [
  ...records.filter((record) => record.record === 'message'),
  ...change(records.filter((record) => record.record === 'revision')),
];

function numbered(rows: readonly MessageRecord[]): MessageRecord[] {
  return rows.map((row, index) => ({ ...row, sequence: index + 1 }));
}

/** What can go wrong, and what is told of it. */
const DOCTORED: readonly (readonly [string, (history: History) => History, RegExp])[] = [
  [
    'an acknowledged message that is not there',
    ({ entries, records }) => ({ entries, records: messages(records, (rows) => numbered(rows.slice(0, -1))) }),
    /^k5 is not at 7$/,
  ],
  [
    'an acknowledged message that is lost in the middle',
    ({ entries, records }) => ({ entries, records: messages(records, (rows) => numbered(rows.toSpliced(2, 1))) }),
    /^k1 is not at 3$/,
  ],
  [
    'a message that was stored twice',
    ({ entries, records }) => ({
      entries,
      records: messages(records, (rows) => numbered([...rows, ...rows.slice(-1)])),
    }),
    /^nobody appended message 8$/,
  ],
  [
    'two appends with one place',
    ({ entries, records }) => ({ entries: edit(entries, 2, { done: { kind: 'appended', at: 3 } }), records }),
    /^message 3 is that of k1 and of k2$/,
  ],
  [
    'two messages that changed places',
    ({ entries, records }) => ({
      entries,
      records: messages(records, ([one, two, ...rest]) =>
        numbered([two, one, ...rest].filter((row) => row !== undefined)),
      ),
    }),
    /^k0 is not at 1$/,
  ],
  [
    'an append of one worker that stands before an earlier one of the other',
    ({ entries, records }) => ({ entries: edit(entries, 1, { invoked: 25, answered: 26 }), records }),
    /^a's append \(appended\) at 4\/1\/0 was answered before b's append \(appended\) began/,
  ],
  [
    'a list that was read before it was there',
    ({ entries, records }) => ({ entries: edit(entries, 4, { invoked: 5, answered: 6 }), records }),
    /^a's look \(looked\) at 5\/2\/1 was answered before b's commit/,
  ],
  [
    'a list that never was',
    ({ entries, records }) => ({
      entries: edit(entries, 4, { done: { kind: 'looked', revision: 2, sequence: 5, list: [1, 2, 3, 4, 5] } }),
      records,
    }),
    /^a read a list that revision 2 never had$/,
  ],
  [
    'an acknowledged change that is not there',
    ({ entries, records }) => ({ entries, records: revisions(records, (rows) => rows.slice(0, -1)) }),
    /^revision 6 was told and is not there$/,
  ],
  [
    'a change that nobody made',
    ({ entries, records }) => ({ entries: entries.toSpliced(9, 1), records }),
    /^nobody made revision 6, a redo$/,
  ],
  [
    'a change that was told to two',
    ({ entries, records }) => ({ entries: [...entries, { ...entries[9], worker: 'c' } as HistoryEntry], records }),
    /^revision 6 was told to several$/,
  ],
  [
    'a change that did another thing',
    ({ entries, records }) => ({
      entries,
      records: revisions(records, (rows) =>
        rows.map((row) => (row.kind === 'rewind' ? { ...row, live: row.live.toReversed() } : row)),
      ),
    }),
    /^revision 3 is no rewind of the one before$/,
  ],
  [
    'an error',
    ({ entries, records }) => ({
      entries: edit(entries, 4, { done: { kind: 'failed', detail: 'database is locked' } }),
      records,
    }),
    /^failed: database is locked$/,
  ],
];

describe('the check of a history', () => {
  it('finds nothing wrong with an honest one', () => {
    expect(honest.entries.map(({ done }) => done.kind)).not.toContain('nothing');
    expect(checkHistory(honest.entries, honest.records)).toEqual([]);
  });

  it.each(DOCTORED)('finds %s', (_, doctor, problem) => {
    const { entries, records } = doctor(honest);
    expect(checkHistory(entries, records)).toContainEqual(expect.stringMatching(problem));
  });
});
