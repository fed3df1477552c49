import { expect } from 'vitest';
import { checksOf } from './bench.ts';
import { begin, cut, liveWords, readAll, receiptOf, requestOf, said, statesOf, summary, take } from './steps.ts';

const WORDS = ['a', 'b', 'c', 'd', 'e'];

export const ROTATION_CHECKS = checksOf('goes on under a new id where compaction is not in place', {
  'makes a session that goes on from the old one, and closes the old one as it was (S-076)': async (bench) => {
    await begin(bench.store, WORDS);
    const receipt = await cut(bench.store, { sessionId: 's1', from: 1, to: 4, inPlace: false, key: 'k' });
    const child = receipt.sessionId;
    expect(child).not.toBe('s1');
    expect(receipt).toMatchObject({ inPlace: false, oldSessionId: 's1', revision: 2, compressionCount: 1, key: 'k' });
    expect(receipt).toMatchObject({ covered: [{ from: 2, to: 5 }], coveredMessages: 3, summaryId: `${child}:6` });
    for (const store of [bench.store, await bench.reopened()]) {
      expect(await store.get(child)).toMatchObject({
        origin: 'rotation',
        parentSessionId: 's1',
        compactions: 1,
        revision: 2,
      });
      expect(await liveWords(store, child)).toEqual(['a', 'summary', 'e']);
      expect(await statesOf(store, child)).toEqual(['live', 'compacted', 'compacted', 'compacted', 'live', 'live']);
      const copies = (await readAll(store, child)).map(({ copyOf }) => copyOf);
      expect(copies).toEqual(['s1:1', 's1:2', 's1:3', 's1:4', 's1:5', undefined]);
      expect(await store.get('s1')).toMatchObject({ continuedBy: child, sequence: 5, revision: 1 });
      expect(await liveWords(store, 's1')).toEqual(WORDS);
      expect(await statesOf(store, 's1')).toEqual(WORDS.map(() => 'live'));
    }
    const kinds = (await bench.store.revisions(child)).items.map(({ kind }) => kind);
    expect(kinds).toEqual(['rotation', 'start']);
  },

  'numbers the title on, past titles that are taken (S-076)': async ({ store }) => {
    await begin(store, WORDS);
    await store.update('s1', { title: 'name' });
    await store.create({ id: 'other', title: 'name #3' });
    const second = await cut(store, { sessionId: 's1', from: 0, to: 2, inPlace: false });
    const third = await cut(store, { sessionId: second.sessionId, from: 0, to: 2, inPlace: false, text: 'next' });
    const titles = await Promise.all(
      ['s1', second.sessionId, third.sessionId].map(async (id) => (await store.get(id)).title),
    );
    expect(titles).toEqual(['name', 'name #2', 'name #4']);
    expect(third).toMatchObject({ compressionCount: 2, oldSessionId: second.sessionId });
    await begin(store, WORDS, 'plain');
    const { sessionId } = await cut(store, { sessionId: 'plain', from: 0, to: 2, inPlace: false });
    expect(await store.get(sessionId)).not.toHaveProperty('title');
  },

  'moves the goal, and takes the metadata along (S-077)': async ({ store }) => {
    await begin(store, WORDS);
    await store.update('s1', { goal: { ship: [1] }, metadata: { cwd: '/' } });
    const { sessionId } = await cut(store, { sessionId: 's1', from: 0, to: 2, inPlace: false });
    expect(await store.get(sessionId)).toMatchObject({ goal: { ship: [1] }, metadata: { cwd: '/' } });
    const parent = await store.get('s1');
    expect(parent).not.toHaveProperty('goal');
    expect(parent.metadata).toEqual({ cwd: '/' });
  },

  'takes along what was appended meanwhile': async ({ store }) => {
    await begin(store, WORDS);
    const meanwhile = () => store.append('s1', [said('late 1'), said('late 2')]);
    const { sessionId } = await cut(store, { sessionId: 's1', from: 0, to: 4, inPlace: false, meanwhile });
    expect(await liveWords(store, sessionId)).toEqual(['summary', 'e', 'late 1', 'late 2']);
    expect(await liveWords(store, 's1')).toEqual([...WORDS, 'late 1', 'late 2']);
    await store.append(sessionId, [said('f')]);
    expect(await liveWords(store, sessionId)).toEqual(['summary', 'e', 'late 1', 'late 2', 'f']);
  },

  'changes a closed session no more, and says who goes on': async ({ store }) => {
    await begin(store, WORDS);
    await store.append('s1', [said('f')], { key: 'turn' });
    const lease = await take(store, 's1');
    const list = await store.load('s1');
    const request = { ...requestOf('s1', list, [summary('x')]), lease, key: 'once', inPlace: false };
    const first = receiptOf(await store.commit(request));
    const continued = { kind: 'continued', by: first.sessionId };
    expect(await store.append('s1', [said('g')])).toEqual(continued);
    expect(await store.commit({ ...request, key: 'again' })).toEqual(continued);
    await store.releaseLease(lease);
    expect(await store.undo({ sessionId: 's1' })).toEqual(continued);
    expect(await store.redo({ sessionId: 's1' })).toEqual(continued);
    expect(await store.rewind({ sessionId: 's1', messageId: 's1:2' })).toEqual(continued);
    // What was asked before is answered as before.
    for (const sessionId of ['s1', first.sessionId]) {
      expect(await store.commit({ ...request, sessionId })).toEqual({ kind: 'repeated', receipt: first });
    }
    expect(await store.append('s1', [said('f')], { key: 'turn' })).toMatchObject({ ids: ['s1:6'], isRepeat: true });
    expect(await liveWords(store, 's1')).toEqual([...WORDS, 'f']);
    expect((await store.list({ includeContinued: true })).items).toHaveLength(2);
  },

  'is undone and redone where it goes on': async ({ store }) => {
    await begin(store, WORDS);
    const { sessionId } = await cut(store, { sessionId: 's1', from: 1, to: 4, inPlace: false });
    await store.append(sessionId, [said('f')]);
    expect(await store.undo({ sessionId })).toMatchObject({ kind: 'changed', of: 2, revision: 3, liveMessages: 6 });
    expect(await liveWords(store, sessionId)).toEqual([...WORDS, 'f']);
    expect((await store.get(sessionId)).compactions).toBe(0);
    expect(await store.redo({ sessionId })).toMatchObject({ kind: 'changed', of: 2, revision: 4 });
    expect(await liveWords(store, sessionId)).toEqual(['a', 'summary', 'e', 'f']);
  },

  'shows the session that goes on in place of those that are closed': async ({ store }) => {
    await begin(store, WORDS);
    const { sessionId } = await cut(store, { sessionId: 's1', from: 1, to: 4, inPlace: false });
    expect((await store.list()).items.map(({ id }) => id)).toEqual([sessionId]);
    const all = (await store.list({ includeContinued: true })).items.map(({ id }) => id);
    expect(all.toSorted()).toEqual(['s1', sessionId].toSorted());
  },

  'names the first original of a copy of a copy': async ({ store }) => {
    await begin(store, WORDS);
    const second = await cut(store, { sessionId: 's1', from: 1, to: 4, inPlace: false });
    const third = await cut(store, { sessionId: second.sessionId, from: 0, to: 1, inPlace: false, text: 'next' });
    const copies = (await readAll(store, third.sessionId)).map(({ copyOf }) => copyOf);
    expect(copies).toEqual(['s1:1', `${second.sessionId}:6`, 's1:5', undefined]);
    expect(await liveWords(store, third.sessionId)).toEqual(['next', 'summary', 'e']);
  },

  'keeps bare copies as the copies that they are': async ({ store }) => {
    await begin(store, WORDS);
    const lease = await take(store, 's1');
    const outcome = [said('a'), summary('x'), said('d'), said('e')];
    const request = { ...requestOf('s1', await store.load('s1'), outcome), lease, key: 'k', inPlace: false };
    const { sessionId } = receiptOf(await store.commit(request));
    expect(await statesOf(store, sessionId)).toEqual(['live', 'compacted', 'compacted', 'live', 'live', 'live']);
  },
});
