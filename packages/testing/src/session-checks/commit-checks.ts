import type { Message } from '@hermes-context/contract';
import { expect } from 'vitest';
import { checksOf } from './bench.ts';
import {
  bare,
  begin,
  cut,
  linesOf,
  liveWords,
  readAll,
  receiptOf,
  requestOf,
  said,
  statesOf,
  summary,
  take,
  tryCut,
} from './steps.ts';

const WORDS = ['a', 'b', 'c', 'd', 'e'];

export const COMMIT_CHECKS = checksOf('commits a compaction as a whole, and in place', {
  'puts the outcome in place of the list under the same id, without a chain (S-070, S-073)': async ({ store }) => {
    await begin(store, WORDS);
    await store.update('s1', { title: 'name', goal: { ship: true }, metadata: { cwd: '/' } });
    const receipt = await cut(store, { sessionId: 's1', from: 1, to: 4 });
    expect(await liveWords(store, 's1')).toEqual(['a', 'summary', 'e']);
    const session = await store.get('s1');
    expect(session).toMatchObject({
      id: 's1',
      title: 'name',
      origin: 'new',
      goal: { ship: true },
      metadata: { cwd: '/' },
    });
    expect(session).toMatchObject({ revision: 2, sequence: 6, liveMessages: 3, compactions: 1 });
    expect(session).not.toHaveProperty('parentSessionId');
    expect(session).not.toHaveProperty('continuedBy');
    expect((await store.list()).items).toHaveLength(1);
    expect(receipt).toMatchObject({ inPlace: true, oldSessionId: '' });
  },

  'keeps what was replaced, under the same id, as compacted (S-071)': async (bench) => {
    await begin(bench.store, WORDS);
    await cut(bench.store, { sessionId: 's1', from: 1, to: 4 });
    for (const store of [bench.store, await bench.reopened()]) {
      const stored = await readAll(store, 's1');
      expect(stored.map(({ state }) => state)).toEqual(['live', 'compacted', 'compacted', 'compacted', 'live', 'live']);
      for (const { state, active, compacted } of stored) {
        expect([active, compacted]).toEqual([state === 'live', state === 'compacted']);
      }
      expect(linesOf(stored.slice(0, 5).map(({ message }) => message))).toEqual(linesOf(WORDS.map(said)));
      expect(stored.map(({ madeBy }) => madeBy)).toEqual([undefined, undefined, undefined, undefined, undefined, 2]);
      expect((await store.read('s1', { behind: 's1:6' })).items.map(({ sequence }) => sequence)).toEqual([2, 3, 4]);
    }
  },

  'says in the receipt what was done': async ({ store, time }) => {
    await begin(store, WORDS);
    const lease = await take(store, 's1');
    const list = await store.load('s1');
    const { liveTokens } = await store.get('s1');
    time.advance(1_000);
    const outcome = [list.messages[0], summary('short'), list.messages[4]].filter((message) => message !== undefined);
    const request = { ...requestOf('s1', list, outcome), lease, key: 'k', engine: 'lcm', model: 'm-1', durationMs: 12 };
    expect(await store.commit(request)).toEqual({
      kind: 'committed',
      receipt: {
        sessionId: 's1',
        revision: 2,
        inPlace: true,
        oldSessionId: '',
        key: 'k',
        compressionCount: 1,
        engine: 'lcm',
        model: 'm-1',
        durationMs: 12,
        summaryId: 's1:6',
        covered: [{ from: 2, to: 5 }],
        coveredMessages: 3,
        messagesBefore: 5,
        messagesAfter: 3,
        tokensBefore: liveTokens,
        tokensAfter: (await store.get('s1')).liveTokens,
        at: time.now(),
      },
    });
    expect((await store.revisions('s1')).items[0]).toMatchObject({ number: 2, kind: 'commit', receipt: { key: 'k' } });
  },

  'lets what was appended meanwhile survive, in order, behind the outcome': async ({ store }) => {
    await begin(store, WORDS);
    const meanwhile = async (): Promise<void> => {
      await store.append('s1', [said('late 1')]);
      await store.append('s1', [said('late 2'), said('late 3')]);
    };
    const receipt = await cut(store, { sessionId: 's1', from: 0, to: 4, meanwhile });
    expect(await liveWords(store, 's1')).toEqual(['summary', 'e', 'late 1', 'late 2', 'late 3']);
    expect(receipt).toMatchObject({ covered: [{ from: 1, to: 5 }], coveredMessages: 4, messagesAfter: 5 });
    await cut(store, { sessionId: 's1', from: 0, to: 3, text: 'summary 2', meanwhile });
    expect(await liveWords(store, 's1')).toEqual(['summary 2', 'late 2', 'late 3', 'late 1', 'late 2', 'late 3']);
  },

  'doubles no message that an engine keeps, with its id or as a bare copy': async ({ store }) => {
    for (const [index, kept] of [(message: Message) => message, bare].entries()) {
      const id = await begin(store, WORDS, `s${index}`);
      await cut(store, { sessionId: id, from: 1, to: 3, kept });
      expect((await store.get(id)).sequence).toBe(6);
      const ids = (await store.load(id)).messages.map((message) => message._context?.id);
      expect(ids).toEqual([`${id}:1`, `${id}:6`, `${id}:4`, `${id}:5`]);
    }
  },

  'knows a bare copy of the head and of the tail where words come twice': async ({ store }) => {
    await begin(store, ['ok', 'ok', 'go', 'ok', 'go', 'ok']);
    const receipt = await cut(store, { sessionId: 's1', from: 1, to: 4, kept: bare });
    expect(receipt.covered).toEqual([{ from: 2, to: 5 }]);
    expect(await statesOf(store, 's1')).toEqual([
      'live',
      'compacted',
      'compacted',
      'compacted',
      'live',
      'live',
      'live',
    ]);
  },

  'stores a message that an engine rewrote as a new one, and keeps the old one': async ({ store }) => {
    await begin(store, WORDS);
    const kept = (message: Message): Message =>
      message.content === 'a' ? { ...message, content: 'a, with a note' } : message;
    await cut(store, { sessionId: 's1', from: 1, to: 4, kept });
    expect(await liveWords(store, 's1')).toEqual(['a, with a note', 'summary', 'e']);
    expect(await statesOf(store, 's1')).toEqual([
      'compacted',
      'compacted',
      'compacted',
      'compacted',
      'live',
      'live',
      'live',
    ]);
  },

  'takes an outcome without a summary, of another order, and of nothing': async ({ store }) => {
    await begin(store, WORDS);
    const commit = async (key: string, choose: (messages: readonly Message[]) => readonly Message[]) => {
      const [lease, list] = [await take(store, 's1'), await store.load('s1')];
      const result = await store.commit({ ...requestOf('s1', list, choose(list.messages)), lease, key });
      await store.releaseLease(lease);
      return receiptOf(result);
    };
    expect(await commit('drop', (messages) => messages.toSpliced(1, 2))).not.toHaveProperty('summaryId');
    expect(await liveWords(store, 's1')).toEqual(['a', 'd', 'e']);
    expect(await commit('turn', (messages) => messages.toReversed())).toMatchObject({
      covered: [],
      coveredMessages: 0,
    });
    expect(await liveWords(store, 's1')).toEqual(['e', 'd', 'a']);
    await commit('clear', () => []);
    expect(await liveWords(store, 's1')).toEqual([]);
    expect(await store.get('s1')).toMatchObject({ sequence: 5, liveMessages: 0, liveTokens: 0, compactions: 3 });
  },

  'compacts again and again, and counts': async ({ store }) => {
    await begin(store, WORDS);
    for (let round = 1; round <= 5; round += 1) {
      const receipt = await cut(store, { sessionId: 's1', from: 1, to: 3, text: `summary ${round}` });
      expect(receipt).toMatchObject({ compressionCount: round, revision: round + 1 });
      await store.append('s1', [said(`turn ${round}`)]);
    }
    expect(await liveWords(store, 's1')).toEqual(['a', 'summary 5', 'turn 3', 'turn 4', 'turn 5']);
    expect((await store.get('s1')).compactions).toBe(5);
    const refused = await tryCut(store, { sessionId: 's1', from: 0, to: 1, key: 'cut of s1:2' });
    expect(refused.kind).toBe('repeated');
  },
});
