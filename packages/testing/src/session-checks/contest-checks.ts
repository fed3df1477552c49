import { expect } from 'vitest';
import { type Bench, checksOf } from './bench.ts';
import {
  begin,
  cut,
  expectRefusal,
  liveWords,
  REFUSED,
  readAll,
  receiptOf,
  requestOf,
  said,
  summary,
  take,
  tryCut,
} from './steps.ts';

const WORDS = ['a', 'b', 'c', 'd', 'e'];

export const CONTEST_CHECKS = checksOf('commits once, for who holds the session and knows its list', {
  'refuses a list that is not the list of today any more, and writes nothing': async ({ store }) => {
    await begin(store, WORDS);
    const stale = await store.load('s1');
    await cut(store, { sessionId: 's1', from: 0, to: 2 });
    const lease = await take(store, 's1');
    const before = await snapshot(store);
    expect(await store.commit({ ...requestOf('s1', stale, [summary('x')]), lease, key: 'late' })).toEqual({
      kind: 'conflict',
      revision: 2,
    });
    const list = await store.load('s1');
    for (const expectedSequence of [list.sequence + 1, list.sequence - 1, 0, 1.5, Number.NaN]) {
      const request = { ...requestOf('s1', { ...list, sequence: expectedSequence }, []), lease, key: 'never' };
      await expectRefusal(store.commit(request), REFUSED.input);
    }
    expect(await snapshot(store)).toEqual(before);
  },

  'commits once under one key, and answers with the first receipt ever after': async (bench) => {
    const { store } = bench;
    await begin(store, WORDS);
    const lease = await take(store, 's1');
    const request = { ...requestOf('s1', await store.load('s1'), [summary('x')]), lease, key: 'once' };
    const first = receiptOf(await store.commit(request));
    await store.releaseLease(lease);
    await store.append('s1', [said('f')]);
    await store.undo({ sessionId: 's1' });
    const before = await snapshot(store);
    for (const each of [store, await bench.reopened()]) {
      expect(await each.commit(request)).toEqual({ kind: 'repeated', receipt: first });
      expect(await snapshot(each)).toEqual(before);
    }
  },

  'hands out receipts that are the caller’s own': async ({ store, raw }) => {
    await begin(store, WORDS);
    const receipt = await cut(raw, { sessionId: 's1', from: 1, to: 4, key: 'k' });
    const before = structuredClone(receipt);
    Reflect.set(receipt.covered[0] ?? {}, 'from', 99);
    for (let round = 0; round < 2; round += 1) {
      const [repeated, revisions] = [
        await tryCut(raw, { sessionId: 's1', from: 0, to: 1, key: 'k' }),
        await raw.revisions('s1'),
      ];
      for (const each of [receiptOf(repeated), revisions.items[0]?.receipt]) {
        expect(each).toEqual(before);
        Reflect.set(each?.covered[0] ?? {}, 'from', 99);
      }
    }
  },

  'commits nothing under a lease that has ended, was given back, or was never this one': async (bench) => {
    const { store, uptime } = bench;
    await begin(store, WORDS);
    await begin(store, WORDS, 's2');
    const list = await store.load('s1');
    const attempt = async (lease: Awaited<ReturnType<typeof take>>) => {
      const before = await snapshot(store);
      expect(await store.commit({ ...requestOf('s1', list, []), lease, key: 'k' })).toEqual({ kind: 'lease-lost' });
      expect(await snapshot(store)).toEqual(before);
    };
    const returned = await take(store, 's1');
    await store.releaseLease(returned);
    await attempt(returned);
    const ended = await take(store, 's1', 1_000);
    uptime.advance(1_000);
    await attempt(ended);
    const current = await take(store, 's1');
    await attempt(ended);
    await attempt({ ...current, fence: current.fence + 1 });
    await attempt(await take(store, 's2'));
    expect((await store.commit({ ...requestOf('s1', list, []), lease: current, key: 'k' })).kind).toBe('committed');
  },

  'tells of a compaction once it is stored, in place and not (S-074)': async ({ store, events }) => {
    await begin(store, WORDS);
    await cut(store, { sessionId: 's1', from: 0, to: 2, key: 'k' });
    await tryCut(store, { sessionId: 's1', from: 0, to: 2, key: 'k' });
    await store.undo({ sessionId: 's1' });
    await cut(store, { sessionId: 's1', from: 0, to: 2 });
    const { sessionId } = await cut(store, { sessionId: 's1', from: 0, to: 2, inPlace: false });
    expect(events).toEqual([
      { in_place: true, old_session_id: '', session_id: 's1', compression_count: 1 },
      { in_place: true, old_session_id: '', session_id: 's1', compression_count: 1 },
      { in_place: false, old_session_id: 's1', session_id: sessionId, compression_count: 2 },
    ]);
  },

  'lets one of two compactions through that began on the same list': async ({ store }) => {
    await begin(store, WORDS);
    const lease = await take(store, 's1');
    const list = await store.load('s1');
    const results = await Promise.all(
      ['one', 'two'].map((key) => store.commit({ ...requestOf('s1', list, [summary(key)]), lease, key })),
    );
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(['committed', 'conflict']);
    const won = results[0]?.kind === 'committed' ? 'one' : 'two';
    expect(await liveWords(store, 's1')).toEqual([won]);
  },
});

/** All that can be seen of session s1. */
async function snapshot(store: Bench['store']): Promise<unknown> {
  const revisions = await store.revisions('s1');
  return [await store.get('s1'), await store.load('s1'), await readAll(store, 's1'), revisions];
}
