import type { Message } from '@hermes-context/contract';
import { repairMessages } from '@hermes-context/messages';
import {
  createMemorySessionStore,
  type Revision,
  type SessionRecord,
  type SessionStore,
} from '@hermes-context/sessions';
import { describe, expect, it } from 'vitest';
import { loadCase } from './load-case.ts';
import { contentsOf, plan, recordsOf, STORES, summary } from './sessions/stores.fixture.ts';

interface Entry {
  readonly id: string;
  readonly t: number;
  readonly message?: Message;
  readonly compaction?: { readonly covers: readonly string[] };
}

describe.each(STORES)('case 36: coverage is a set, not an interval, %s', (_, open) => {
  const entries = loadCase('36').input['entries'] as readonly Entry[];
  const said = (id: string): Message => {
    const { message, t } = entries.find((entry) => entry.id === id) ?? { t: 0 };
    const timed = { ...message, role: message?.role ?? 'user', timestamp: 1_700_000_000 + t };
    return timed as Message;
  };

  /** All entries in the order of the log. */
  async function rebuild(): Promise<SessionStore> {
    const store = await open();
    await store.create({ id: 'S' });
    await store.append('S', ['e1', 'e2', 'e3', 'e4'].map(said));
    const request = await plan(store, { worker: 'c1', compact: (list) => [summary, ...list.slice(2, 3)] });
    await store.commit(request);
    await store.append('S', ['e5', 'e6'].map(said));
    return store;
  }

  it('replaces exactly what it names; what lies between it, or is older and came late, stays', async () => {
    const store = await rebuild();
    const { messages } = await store.load('S');
    expect(contentsOf(messages)).toEqual(contentsOf([summary, said('e3'), said('e5'), said('e6')]));
    const [{ receipt } = {} as Revision] = (await store.revisions('S')).items;
    expect(receipt?.covered).toEqual([
      { from: 1, to: 3 },
      { from: 4, to: 5 },
    ]);
    const behind = await store.read('S', { behind: receipt?.summaryId ?? '' });
    expect(behind.items.map(({ message }) => message.content)).toEqual(contentsOf(['e1', 'e2', 'e4'].map(said)));
    expect(behind.items.map(({ state }) => state)).toEqual(['compacted', 'compacted', 'compacted']);

    // In a request the result follows its call, and what came between them stands behind the pair.
    const sent = repairMessages(messages).messages;
    expect(contentsOf(sent)).toEqual(contentsOf([summary, said('e3'), said('e6'), said('e5')]));
    await store.close();
  });

  it.each<[string, (records: SessionRecord[]) => SessionRecord[]]>([
    ['a message that is not there', (records) => editReceipt(records, (covered) => [...covered, { from: 40, to: 41 }])],
    ['a message that it left in the list', (records) => editReceipt(records, () => [{ from: 1, to: 5 }])],
    ['fewer messages than it took out', (records) => editReceipt(records, (covered) => covered.slice(1))],
    [
      'a message, in its view, that is not there',
      (records) =>
        editRevision(records, (revision) => ({
          ...revision,
          compacted: [
            { from: 1, to: 3 },
            { from: 4, to: 9 },
          ],
        })),
    ],
    [
      'a message that stands for itself, too',
      (records) => editRevision(records, (revision) => ({ ...revision, live: [...revision.live, { from: 1, to: 2 }] })),
    ],
    ['what an earlier one covers already', (records) => coverAgain(records)],
  ])('is damage, not a guess, where a compaction covers %s', async (__, doctor) => {
    const store = await rebuild();
    const fresh = createMemorySessionStore();
    const records = await recordsOf(store);
    await expect(fresh.importSession(doctor(records))).rejects.toMatchObject({ code: 'CTX_SESSION_IMPORT_REFUSED' });
    expect((await fresh.list()).items).toEqual([]);
    expect(await fresh.importSession(records)).toMatchObject({ kind: 'imported' });
    await store.close();
  });
});

type RevisionRecord = Extract<SessionRecord, { record: 'revision' }>;
type Ranges = RevisionRecord['live'];

function editRevision(records: readonly SessionRecord[], edit: (revision: RevisionRecord) => RevisionRecord) {
  return records.map((record) => (record.record === 'revision' && record.kind === 'commit' ? edit(record) : record));
}

function editReceipt(records: readonly SessionRecord[], edit: (covered: Ranges) => Ranges): SessionRecord[] {
  return editRevision(records, ({ receipt, ...revision }) => {
    if (receipt === undefined) throw new Error('A compaction has its receipt.');
    return { ...revision, receipt: { ...receipt, covered: edit(receipt.covered) } };
  });
}

/** A second compaction, which says that it covers what the first one does. */
function coverAgain(records: readonly SessionRecord[]): SessionRecord[] {
  const first = records.find((record) => record.record === 'revision' && record.kind === 'commit');
  if (first?.record !== 'revision' || first.receipt === undefined) throw new Error('There is a compaction.');
  const [header, ...rest] = records;
  const live = [...first.live, { from: 6, to: 8 }];
  const second = {
    ...first,
    number: 3,
    closed: 7,
    base: 7,
    live,
    receipt: { ...first.receipt, key: 'c2', revision: 3 },
  };
  return [{ ...header, revisions: 3 } as SessionRecord, ...rest, second];
}
