import { expect } from 'vitest';
import { checksOf } from './bench.ts';
import { begin, cut, expectRefusal, linesOf, liveWords, REFUSED, readAll, said } from './steps.ts';

export const BRANCH_CHECKS = checksOf('branches', {
  'begins a session with a copy of the live list, and leaves the other one alone': async ({ store }) => {
    await begin(store, ['a', 'b', 'c', 'd']);
    await cut(store, { sessionId: 's1', from: 0, to: 2 });
    const noted = { ...said('e'), timestamp: '2026-01-01T00:00:00Z' };
    await store.append('s1', [noted]);
    const branch = await store.branch('s1', { id: 'b1', title: 'try', metadata: { why: 'x' } });
    expect(branch).toMatchObject({ id: 'b1', title: 'try', origin: 'branch', parentSessionId: 's1', revision: 1 });
    expect(branch).toMatchObject({ liveMessages: 4, sequence: 4, compactions: 0, metadata: { why: 'x' } });
    const [theirs, ours] = [await store.load('s1'), await store.load('b1')];
    expect(linesOf(ours.messages)).toEqual(linesOf(theirs.messages));
    expect(ours.messages.map((message) => message._context?.id)).toEqual(['b1:1', 'b1:2', 'b1:3', 'b1:4']);
    const copies = await readAll(store, 'b1');
    expect(copies.map(({ copyOf }) => copyOf)).toEqual(theirs.messages.map((message) => message._context?.id));
    expect(copies[3]).toMatchObject({ createdAt: Date.UTC(2026, 0, 1), timeSource: 'message', state: 'live' });
    expect(await store.get('s1')).not.toHaveProperty('continuedBy');
  },

  'lets both go their own ways': async (bench) => {
    const { store } = bench;
    await begin(store, ['a', 'b', 'c']);
    const { id } = await store.branch('s1');
    await store.append('s1', [said('here')]);
    await store.append(id, [said('there')]);
    await cut(store, { sessionId: id, from: 0, to: 2 });
    await store.rewind({ sessionId: 's1', messageId: 's1:2' });
    for (const each of [store, await bench.reopened()]) {
      expect(await liveWords(each, 's1')).toEqual(['a']);
      expect(await liveWords(each, id)).toEqual(['summary', 'c', 'there']);
    }
    await store.undo({ sessionId: id });
    expect(await liveWords(store, id)).toEqual(['a', 'b', 'c', 'there']);
    expect(await store.undo({ sessionId: id })).toMatchObject({ kind: 'nothing' });
  },

  'makes no second session of an id or a title, and none of nothing': async ({ store }) => {
    await begin(store, ['a']);
    await store.update('s1', { title: 'name' });
    await expectRefusal(store.branch('s1', { id: 's1' }), REFUSED.input);
    await expectRefusal(store.branch('s1', { id: 'b1', title: 'name' }), REFUSED.input);
    await expectRefusal(store.branch('nobody'), REFUSED.unknown);
    expect((await store.list()).items).toHaveLength(1);
    expect(await store.branch('s1')).not.toHaveProperty('title');
  },
});
