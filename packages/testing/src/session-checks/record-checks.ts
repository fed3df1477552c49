import type { SessionRecord, SessionStore } from '@hermes-context/sessions';
import { expect } from 'vitest';
import { checksOf } from './bench.ts';
import {
  begin,
  cut,
  expectRefusal,
  exportOf,
  linesOf,
  liveWords,
  REFUSED,
  readAll,
  requestOf,
  said,
  summary,
  take,
} from './steps.ts';

export const RECORD_CHECKS = checksOf('hands a session over as records', {
  'exports all there is: the header, every message, every change': async ({ store }) => {
    await makeHistory(store);
    const records = await exportOf(store, 's1');
    const session = await store.get('s1');
    expect(records[0]).toMatchObject({
      record: 'session',
      format: 'hermes-context-session',
      version: 1,
      id: 's1',
      title: 'name',
      origin: 'new',
      goal: { ship: 1 },
      metadata: { cwd: '/' },
      messages: session.sequence,
      revisions: session.revision,
    });
    const stored = await readAll(store, 's1');
    const messages = records.filter((each) => each.record === 'message');
    expect(messages.map(({ sequence, state }) => [sequence, state])).toEqual(
      stored.map(({ sequence, state }) => [sequence, state]),
    );
    expect(linesOf(messages.map(({ message }) => message))).toEqual(linesOf(stored.map(({ message }) => message)));
    expect(messages.every(({ message }) => message._context?.id === undefined)).toBe(true);
    const revisions = records.filter((each) => each.record === 'revision');
    expect(revisions.map(({ number, kind, of }) => [number, kind, of])).toEqual([
      [1, 'start', undefined],
      [2, 'commit', undefined],
      [3, 'rewind', undefined],
      [4, 'undo', 3],
    ]);
    expect(revisions[1]).toMatchObject({ closed: 4, base: 5, compacted: [{ from: 2, to: 4 }], hidden: [] });
    expect(revisions[1]?.live).toEqual([
      { from: 1, to: 2 },
      { from: 5, to: 6 },
      { from: 4, to: 5 },
    ]);
    expect(revisions[1]?.receipt).toMatchObject({ revision: 2, summaryId: 's1:5' });
    expect(records.map(({ record }) => record)).toEqual([
      'session',
      ...messages.map(() => 'message'),
      ...revisions.map(() => 'revision'),
    ]);
  },

  'imports what was exported, and is then in every way the same': async (bench) => {
    const { store } = bench;
    await makeHistory(store);
    const copy = await bench.another();
    const records = await exportOf(store, 's1');
    expect(await copy.importSession(asJson(records))).toMatchObject({ kind: 'imported', sessionId: 's1' });
    expect(await exportOf(copy, 's1')).toEqual(records);
    expect(await seenOf(copy)).toEqual(await seenOf(store));
    for (const each of [store, copy]) {
      expect(await each.redo({ sessionId: 's1' })).toMatchObject({ kind: 'changed', of: 3, revision: 5 });
      expect(await each.undo({ sessionId: 's1' })).toMatchObject({ kind: 'changed', of: 3, revision: 6 });
      expect(await each.undo({ sessionId: 's1' })).toMatchObject({ kind: 'changed', of: 2, revision: 7 });
      expect(await each.append('s1', [said('x')], { key: 'turn' })).toMatchObject({
        isRepeat: true,
        ids: ['s1:1', 's1:2'],
      });
    }
    expect(await seenOf(copy)).toEqual(await seenOf(store));
    expect(await copy.check()).toEqual([]);
  },

  'knows a compaction by its key after an import': async (bench) => {
    await makeHistory(bench.store);
    const copy = await bench.another();
    await copy.importSession(await exportOf(bench.store, 's1'));
    const request = {
      ...requestOf('s1', await copy.load('s1'), [summary('x')]),
      key: 'first',
      lease: await take(copy, 's1'),
    };
    expect(await copy.commit(request)).toMatchObject({ kind: 'repeated', receipt: { revision: 2, key: 'first' } });
  },

  'imports once, and later what is new': async (bench) => {
    const { store } = bench;
    await makeHistory(store);
    const copy = await bench.another();
    const early = await exportOf(store, 's1');
    await copy.importSession(early);
    expect(await copy.importSession(early)).toMatchObject({ kind: 'unchanged', sessionId: 's1' });
    expect(await exportOf(copy, 's1')).toEqual(early);
    await store.append('s1', [said('g')]);
    await cut(store, { sessionId: 's1', from: 0, to: 2, text: 'second' });
    const later = await exportOf(store, 's1');
    expect(await copy.importSession(later)).toMatchObject({ kind: 'extended', sessionId: 's1' });
    expect(await exportOf(copy, 's1')).toEqual(later);
    expect(await copy.importSession(early)).toMatchObject({ kind: 'unchanged' });
    expect(await exportOf(copy, 's1')).toEqual(later);
    expect(await copy.check()).toEqual([]);
  },

  'knows of a change that both sides do not share, even where the words are the same': async (bench) => {
    const [store, copy] = [bench.store, await bench.another()];
    await begin(store, ['a', 'b']);
    await copy.importSession(await exportOf(store, 's1'));
    bench.time.advance(1_000);
    await store.rewind({ sessionId: 's1', messageId: 's1:2' });
    await store.append('s1', [said('c')]);
    await copy.append('s1', [said('c')]);
    await expectRefusal(copy.importSession(await exportOf(store, 's1')), REFUSED.import);
    await expectRefusal(store.importSession(await exportOf(copy, 's1')), REFUSED.import);
    expect(await liveWords(copy, 's1')).toEqual(['a', 'b', 'c']);
  },

  'numbers leases on through an import': async (bench) => {
    const [store, copy] = [bench.store, await bench.another()];
    await begin(store, ['a', 'b']);
    await copy.importSession(await exportOf(store, 's1'));
    const before = await take(copy, 's1');
    await copy.releaseLease(before);
    await store.append('s1', [said('c')]);
    expect(await copy.importSession(await exportOf(store, 's1'))).toMatchObject({ kind: 'extended' });
    expect((await take(copy, 's1')).fence).toBeGreaterThan(before.fence);
  },

  'imports both sides of a rotation': async (bench) => {
    const { store } = bench;
    await makeHistory(store);
    const copy = await bench.another();
    await copy.importSession(await exportOf(store, 's1'));
    const { sessionId } = await cut(store, { sessionId: 's1', from: 0, to: 2, text: 'second', inPlace: false });
    expect(await copy.importSession(await exportOf(store, 's1'))).toMatchObject({ kind: 'extended' });
    expect(await copy.importSession(await exportOf(store, sessionId))).toMatchObject({ kind: 'imported' });
    for (const id of ['s1', sessionId]) {
      expect(await copy.get(id)).toEqual(await store.get(id));
      expect(await exportOf(copy, id)).toEqual(await exportOf(store, id));
    }
    await copy.undo({ sessionId });
    await store.undo({ sessionId });
    expect(await liveWords(copy, sessionId)).toEqual(await liveWords(store, sessionId));
  },

  'refuses records that are cut off or damaged, and writes nothing': async (bench) => {
    await makeHistory(bench.store);
    const copy = await bench.another();
    const records = await exportOf(bench.store, 's1');
    const spoilt: (readonly unknown[])[] = [
      [],
      ...records.slice(1).map((_, index) => records.slice(0, index + 1)),
      records.slice(1),
      records.toSpliced(1, 1),
      [...records, ...records.slice(-1)],
      edited(records, 0, { version: 2 }),
      edited(records, 0, { format: 'other' }),
      edited(records, 0, { id: 'no/id' }),
      edited(records, 2, { sequence: 9 }),
      edited(records, 2, { message: 'text' }),
      edited(records, records.length - 1, { live: [] }),
      edited(records, records.length - 1, { of: 2 }),
      edited(records, records.length - 3, { base: 99 }),
      [null],
    ];
    for (const list of spoilt) {
      const given: readonly SessionRecord[] = JSON.parse(JSON.stringify(list));
      await expectRefusal(copy.importSession(given), REFUSED.import);
    }
    expect((await copy.list({ includeContinued: true })).items).toEqual([]);
    expect(await copy.importSession(records)).toMatchObject({ kind: 'imported' });
  },

  'refuses a history that went another way, and leaves what is here': async (bench) => {
    const { store } = bench;
    await makeHistory(store);
    const copy = await bench.another();
    await copy.importSession(await exportOf(store, 's1'));
    await store.append('s1', [said('this way')]);
    await copy.append('s1', [said('that way')]);
    const before = await exportOf(copy, 's1');
    await expectRefusal(copy.importSession(await exportOf(store, 's1')), REFUSED.import);
    expect(await exportOf(copy, 's1')).toEqual(before);
    const third = await bench.another();
    await begin(third, ['quite another']);
    await expectRefusal(third.importSession(await exportOf(store, 's1')), REFUSED.import);
    expect(await liveWords(third, 's1')).toEqual(['quite another']);
  },

  'refuses a title that is another session’s here': async (bench) => {
    await makeHistory(bench.store);
    const copy = await bench.another();
    await copy.create({ id: 'mine', title: 'name' });
    await expectRefusal(copy.importSession(await exportOf(bench.store, 's1')), REFUSED.import);
    expect((await copy.list()).items.map(({ id }) => id)).toEqual(['mine']);
  },

  'exports no session that is not there': async ({ store }) => {
    await expectRefusal(exportOf(store, 'nobody'), REFUSED.unknown);
  },
});

/** A session with a key, a compaction, a rewind, an undo and a word behind it. */
async function makeHistory(store: SessionStore): Promise<void> {
  await store.create({ id: 's1', title: 'name', goal: { ship: 1 }, metadata: { cwd: '/' } });
  await store.append('s1', [said('a'), said('b')], { key: 'turn' });
  await store.append('s1', [said('c'), said('d')]);
  await cut(store, { sessionId: 's1', from: 1, to: 3, key: 'first' });
  await store.append('s1', [said('e')]);
  await store.rewind({ sessionId: 's1', messageId: 's1:4' });
  await store.undo({ sessionId: 's1' });
  await store.append('s1', [said('f')]);
}

function edited(records: readonly unknown[], index: number, change: object): readonly unknown[] {
  return records.map((record, at) => (at === index ? Object.assign({}, record, change) : record));
}

/** As records come out of a file. */
async function* asJson(records: readonly SessionRecord[]): AsyncGenerator<SessionRecord> {
  for (const record of records) yield JSON.parse(JSON.stringify(record));
}

async function seenOf(store: SessionStore): Promise<unknown> {
  const [session, list, stored] = [await store.get('s1'), await store.load('s1'), await readAll(store, 's1')];
  return [session, list, stored, (await store.revisions('s1')).items];
}
