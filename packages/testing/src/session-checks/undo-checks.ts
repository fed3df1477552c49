import type { Message } from '@hermes-context/contract';
import { expect } from 'vitest';
import { checksOf } from './bench.ts';
import { bare, begin, cut, linesOf, liveWords, readAll, said, statesOf, take } from './steps.ts';

const WORDS = ['a', 'b', 'c', 'd', 'e'];
const COMPACTIONS = 10;

export const UNDO_CHECKS = checksOf('takes every change back, and brings it back', {
  'undoes a compaction: the list before it, and behind it what came since': async (bench) => {
    await begin(bench.store, WORDS);
    await cut(bench.store, { sessionId: 's1', from: 1, to: 4 });
    await bench.store.append('s1', [said('f')]);
    expect(await bench.store.undo({ sessionId: 's1' })).toEqual({
      kind: 'changed',
      revision: 3,
      of: 2,
      liveMessages: 6,
      liveTokens: (await bench.store.get('s1')).liveTokens,
    });
    for (const store of [bench.store, await bench.reopened()]) {
      expect(await liveWords(store, 's1')).toEqual([...WORDS, 'f']);
      expect(await statesOf(store, 's1')).toEqual(['live', 'live', 'live', 'live', 'live', 'hidden', 'live']);
      expect((await readAll(store, 's1'))[5]).toMatchObject({ active: false, compacted: false });
      expect(await store.get('s1')).toMatchObject({ revision: 3, compactions: 0 });
    }
  },

  'brings a compaction back that was undone, with what came since': async ({ store }) => {
    await begin(store, WORDS);
    await cut(store, { sessionId: 's1', from: 1, to: 4, meanwhile: () => store.append('s1', [said('late')]) });
    await store.append('s1', [said('f')]);
    await store.undo({ sessionId: 's1' });
    expect(await liveWords(store, 's1')).toEqual([...WORDS, 'late', 'f']);
    await store.append('s1', [said('g')]);
    expect(await store.redo({ sessionId: 's1' })).toMatchObject({ kind: 'changed', revision: 4, of: 2 });
    expect(await liveWords(store, 's1')).toEqual(['a', 'summary', 'e', 'late', 'f', 'g']);
    expect((await statesOf(store, 's1')).slice(1, 4)).toEqual(['compacted', 'compacted', 'compacted']);
    expect(await store.get('s1')).toMatchObject({ compactions: 1 });
    expect(await store.redo({ sessionId: 's1' })).toMatchObject({ kind: 'nothing', detail: expect.any(String) });
  },

  'undoes the newest change first, one after the other, and forgets what was undone once something else is changed':
    async ({ store }) => {
      await begin(store, WORDS);
      await cut(store, { sessionId: 's1', from: 0, to: 2, text: 'one' });
      await cut(store, { sessionId: 's1', from: 0, to: 2, text: 'two' });
      await store.rewind({ sessionId: 's1', messageId: 's1:5' });
      expect(await liveWords(store, 's1')).toEqual(['two', 'd']);
      await store.undo({ sessionId: 's1' });
      expect(await liveWords(store, 's1')).toEqual(['two', 'd', 'e']);
      await store.undo({ sessionId: 's1' });
      expect(await liveWords(store, 's1')).toEqual(['one', 'c', 'd', 'e']);
      await store.redo({ sessionId: 's1' });
      expect(await liveWords(store, 's1')).toEqual(['two', 'd', 'e']);
      await store.undo({ sessionId: 's1' });
      await store.undo({ sessionId: 's1' });
      expect(await liveWords(store, 's1')).toEqual(WORDS);
      expect(await store.undo({ sessionId: 's1' })).toMatchObject({ kind: 'nothing' });
      await store.redo({ sessionId: 's1' });
      await cut(store, { sessionId: 's1', from: 0, to: 1, text: 'three' });
      expect(await store.redo({ sessionId: 's1' })).toMatchObject({ kind: 'nothing' });
      await store.undo({ sessionId: 's1' });
      expect(await liveWords(store, 's1')).toEqual(['one', 'c', 'd', 'e']);
    },

  'hides what a rewind takes back, and deletes nothing': async ({ store }) => {
    await begin(store, WORDS);
    expect(await store.rewind({ sessionId: 's1', messageId: 's1:4' })).toMatchObject({
      kind: 'changed',
      revision: 2,
      of: 2,
      liveMessages: 3,
    });
    await store.append('s1', [said('f')]);
    expect(await liveWords(store, 's1')).toEqual(['a', 'b', 'c', 'f']);
    expect(await statesOf(store, 's1')).toEqual(['live', 'live', 'live', 'hidden', 'hidden', 'live']);
    expect((await store.get('s1')).compactions).toBe(0);
    await store.undo({ sessionId: 's1' });
    expect(await liveWords(store, 's1')).toEqual([...WORDS, 'f']);
  },

  'revives no compacted message when a rewind is undone': async ({ store }) => {
    await begin(store, WORDS);
    await cut(store, { sessionId: 's1', from: 1, to: 4 });
    await store.rewind({ sessionId: 's1', messageId: 's1:6' });
    expect(await statesOf(store, 's1')).toEqual(['live', 'compacted', 'compacted', 'compacted', 'hidden', 'hidden']);
    await store.undo({ sessionId: 's1' });
    expect(await liveWords(store, 's1')).toEqual(['a', 'summary', 'e']);
    expect(await statesOf(store, 's1')).toEqual(['live', 'compacted', 'compacted', 'compacted', 'live', 'live']);
  },

  'rewinds by the order of the list, where it is not the order of arrival': async ({ store }) => {
    await begin(store, WORDS);
    await cut(store, { sessionId: 's1', from: 1, to: 3 });
    await store.rewind({ sessionId: 's1', messageId: 's1:6' });
    expect(await liveWords(store, 's1')).toEqual(['a']);
    expect(await statesOf(store, 's1')).toEqual(['live', 'compacted', 'compacted', 'hidden', 'hidden', 'hidden']);
  },

  'rewinds to nothing that is not live': async ({ store }) => {
    await begin(store, WORDS);
    await begin(store, WORDS, 's2');
    await cut(store, { sessionId: 's1', from: 1, to: 4 });
    for (const messageId of ['s1:2', 's1:99', 's2:1', 's1:01', 's1:1e0', 'nonsense', '']) {
      expect(await store.rewind({ sessionId: 's1', messageId })).toMatchObject({ kind: 'nothing' });
    }
    expect(await store.get('s1')).toMatchObject({ revision: 2, liveMessages: 3 });
  },

  'gives the byte-identical list back after ten compactions of three engines': async ({ store }) => {
    const words = Array.from({ length: 30 }, (_, index) => `turn ${index} \ud83d\ude00`);
    await begin(store, words);
    const before = linesOf((await store.load('s1')).messages);
    for (let round = 0; round < COMPACTIONS; round += 1) {
      await cut(store, { sessionId: 's1', from: 1, to: 3, text: `summary ${round}`, kept: mannerOf(round) });
    }
    expect((await store.get('s1')).compactions).toBe(COMPACTIONS);
    for (let round = 0; round < COMPACTIONS; round += 1) await store.undo({ sessionId: 's1' });
    expect(linesOf((await store.load('s1')).messages)).toEqual(before);
    expect(await store.get('s1')).toMatchObject({ compactions: 0, liveMessages: words.length });
    expect((await store.revisions('s1')).items).toHaveLength(1 + 2 * COMPACTIONS);
  },

  'shows every list that there was': async ({ store }) => {
    await begin(store, ['a', 'b']);
    await store.append('s1', [said('c')]);
    await cut(store, { sessionId: 's1', from: 0, to: 2 });
    await store.append('s1', [said('d')]);
    await store.rewind({ sessionId: 's1', messageId: 's1:3' });
    await store.append('s1', [said('e')]);
    const lists = [];
    for (const revision of [1, 2, 3]) {
      const list = await store.load('s1', { revision });
      lists.push([list.revision, list.sequence, list.messages.map(({ content }) => content)]);
    }
    expect(lists).toEqual([
      [1, 3, ['a', 'b', 'c']],
      [2, 5, ['summary', 'c', 'd']],
      [3, 6, ['summary', 'e']],
    ]);
  },

  'tells every change, and whether it is in effect': async ({ store, time }) => {
    await begin(store, WORDS);
    const tell = async () =>
      (await store.revisions('s1')).items.map(({ number, kind, of, inEffect, receipt }) => [
        number,
        kind,
        of,
        ...(kind === 'start' ? [] : [inEffect]),
        receipt?.revision,
      ]);
    await cut(store, { sessionId: 's1', from: 0, to: 2 });
    await store.rewind({ sessionId: 's1', messageId: 's1:5' });
    await store.undo({ sessionId: 's1' });
    time.advance(5_000);
    await store.undo({ sessionId: 's1' });
    expect(await tell()).toEqual([
      [5, 'undo', 2, false, undefined],
      [4, 'undo', 3, false, undefined],
      [3, 'rewind', undefined, false, undefined],
      [2, 'commit', undefined, false, 2],
      [1, 'start', undefined, undefined],
    ]);
    expect((await store.revisions('s1')).items[0]).toMatchObject({ sessionId: 's1', at: time.now() });
    await store.redo({ sessionId: 's1' });
    expect((await tell()).slice(0, 2)).toEqual([
      [6, 'redo', 2, false, undefined],
      [5, 'undo', 2, false, undefined],
    ]);
    expect((await store.revisions('s1')).items.find(({ number }) => number === 2)).toMatchObject({ inEffect: true });
  },

  'changes nothing for who comes too late, or while somebody else holds the session': async ({ store, uptime }) => {
    await begin(store, WORDS);
    await cut(store, { sessionId: 's1', from: 1, to: 4 });
    const lease = await take(store, 's1', 1_000);
    const tries = (more: object) => [
      store.undo({ sessionId: 's1', ...more }),
      store.redo({ sessionId: 's1', ...more }),
      store.rewind({ sessionId: 's1', messageId: 's1:1', ...more }),
    ];
    for (const answer of await Promise.all(tries({}))) expect(answer).toMatchObject({ kind: 'busy', holder: 'a test' });
    const conflict = { kind: 'conflict', revision: 2 };
    for (const answer of await Promise.all(tries({ lease, expectedRevision: 1 }))) expect(answer).toEqual(conflict);
    uptime.advance(1_000);
    for (const answer of await Promise.all(tries({ lease }))) expect(answer).toEqual({ kind: 'lease-lost' });
    expect(await store.get('s1')).toMatchObject({ revision: 2, liveMessages: 3 });
    const held = await take(store, 's1');
    expect(await store.undo({ sessionId: 's1', lease: held, expectedRevision: 2 })).toMatchObject({ kind: 'changed' });
  },
});

/** Three engines take turns: one keeps ids, one answers bare copies, one rewrites what it keeps. */
function mannerOf(round: number): (message: Message) => Message {
  if (round % 3 === 0) return (message) => message;
  return round % 3 === 1 ? bare : (message) => ({ ...message, name: `n${round}` });
}
