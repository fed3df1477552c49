import { describe, expect, it } from 'vitest';
import { createMemorySessionStore } from './memory/memory-session-store.ts';
import { readSessionRecords } from './read-session-records.ts';
import type { SessionRecord } from './session-record.ts';

/** Four messages, a compaction of two of them, a rewind, and its undo: 1 header, 5 messages, 4 revisions. */
async function records(): Promise<readonly SessionRecord[]> {
  const store = createMemorySessionStore();
  await store.create({ id: 's1' });
  await store.append(
    's1',
    ['a', 'b', 'c', 'd'].map((content) => ({ role: 'user', content })),
  );
  const lease = await store.acquireLease({ sessionId: 's1', holder: 'x' });
  if (lease.kind === 'busy') throw new Error('busy');
  const { messages } = await store.load('s1');
  const outcome = {
    kind: 'compressed' as const,
    messages: messages.toSpliced(1, 2, { role: 'user', content: 'summary' }),
  };
  const at = { sessionId: 's1', expectedRevision: 1, expectedSequence: 4 };
  await store.commit({ ...at, outcome, lease: lease.lease, key: 'k', engine: 'e' });
  await store.releaseLease(lease.lease);
  await store.rewind({ sessionId: 's1', messageId: 's1:4' });
  await store.undo({ sessionId: 's1' });
  const all: SessionRecord[] = [];
  for await (const record of store.exportSession('s1')) all.push(record);
  return all;
}

const refusal = expect.objectContaining({ code: 'CTX_SESSION_IMPORT_REFUSED' });

describe('the records of an export', () => {
  it('are whole when all are there, in an order that can be followed', async () => {
    const archive = await readSessionRecords(await records());
    expect(archive.header.id).toBe('s1');
    expect(archive.messages.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(archive.revisions.map(({ kind }) => kind)).toEqual(['start', 'commit', 'rewind', 'undo']);
  });

  it.each<[string, number, object]>([
    ['a version that is newer', 0, { version: 2 }],
    ['an id that is none', 0, { id: '../x' }],
    ['a title that is none', 0, { title: 7 }],
    ['an origin that is none', 0, { origin: 'copy' }],
    ['metadata that are none', 0, { metadata: null }],
    ['a number that is none', 0, { createdAt: 'now' }],
    ['a count that is too high', 0, { messages: 6 }],
    ['a count of changes that is too low', 0, { revisions: 3 }],
    ['a message out of order', 2, { sequence: 1 }],
    ['a message that is none', 2, { message: [] }],
    ['a message of no time', 2, { createdAt: null }],
    ['a time from nowhere', 2, { timeSource: 'guess' }],
    ['a message that no change made', 2, { madeBy: 2 }],
    ['a made message that says nothing of it', 5, { madeBy: 3 }],
    ['a start that is a change', 6, { kind: 'rewind' }],
    ['a change of no kind', 7, { kind: 'merge' }],
    ['a rotation that is not the first change', 8, { kind: 'rotation' }],
    ['a compaction without a receipt', 7, { receipt: undefined }],
    ['a receipt of another revision', 7, { receipt: { key: 'k', revision: 9 } }],
    ['a rewind with a receipt', 8, { receipt: { key: 'k', revision: 3 } }],
    [
      'a list that holds a message twice',
      8,
      {
        live: [
          { from: 1, to: 2 },
          { from: 1, to: 2 },
          { from: 5, to: 6 },
        ],
      },
    ],
    ['a list that lost a message', 8, { hidden: [] }],
    ['a range that is none', 8, { hidden: [{ from: 4, to: 4 }] }],
    ['a list that is none', 8, { hidden: 'all' }],
    ['a base beyond what is there', 9, { base: 6, closed: 6, hidden: [{ from: 6, to: 7 }] }],
    ['an undo of what is not the newest', 9, { of: 2 }],
    ['a redo of nothing', 9, { kind: 'redo' }],
  ])('are refused with %s', async (_, index, change) => {
    const all = await records();
    const edited = all.map((record, at) => (at === index ? { ...record, ...change } : record)) as SessionRecord[];
    await expect(readSessionRecords(edited)).rejects.toEqual(refusal);
  });

  it('are refused when one is missing, doubled, in another place or nothing at all', async () => {
    const all = await records();
    const wrong: unknown[][] = [[], [null], ['x'], [...all, null], [...all, all[1]], [...all, all[0]]];
    for (const [index] of all.entries())
      wrong.push(all.toSpliced(index, 1), [...all.slice(0, index), all[index], ...all.slice(index)]);
    for (const list of wrong) await expect(readSessionRecords(list as SessionRecord[])).rejects.toEqual(refusal);
  });
});
