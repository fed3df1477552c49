import { describe, expect, it } from 'vitest';
import { numbered, openStore, said } from './lcm-store.fixture.ts';
import type { LcmStore } from './lcm-store.ts';

const leaf = (store: LcmStore, entries: readonly number[], text = 'said') =>
  store.addSummary({ sessionId: 's', text, tokens: 3, level: 1, sources: { kind: 'entries', entries } });
const condensed = (store: LcmStore, summaries: readonly string[]) =>
  store.addSummary({ sessionId: 's', text: 'all', tokens: 2, level: 2, sources: { kind: 'summaries', summaries } });
const idsOf = async (store: LcmStore) => (await store.roots('s')).map(({ id }) => id);

async function storeOfTen(): Promise<LcmStore> {
  const store = await openStore();
  await store.ingest('s', numbered(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']));
  return store;
}

describe('summaries', () => {
  it('say what they stand for, and lead to it', async () => {
    const store = await storeOfTen();
    const first = await leaf(store, [2, 1, 3]);
    const second = await leaf(store, [4, 5]);
    const top = await condensed(store, [second, first]);

    expect(first).toMatch(/^sum_[0-9a-f]{12}$/);
    expect(await store.summary(top)).toMatchObject({
      id: top,
      sessionId: 's',
      kind: 'condensed',
      depth: 1,
      firstEntry: 1,
      lastEntry: 5,
      firstDepth: 1,
      lastDepth: 5,
      entryCount: 5,
      sourceTokens: 50,
      level: 2,
      children: [first, second],
      parents: [],
      isLive: true,
      isRoot: true,
    });
    expect(await store.summary(first)).toMatchObject({ kind: 'leaf', parents: [top], isLive: true, isRoot: false });
    expect(await idsOf(store)).toEqual([top]);
    const under = await store.summaryEntries(top, { after: 1, limit: 3 });
    expect(under.map(({ message }) => message.content)).toEqual(['b', 'c', 'd']);
    expect(await store.verify()).toEqual([]);
  });

  it('are refused for what is under one already, elsewhere, or unknown', async () => {
    const store = await storeOfTen();
    const first = await leaf(store, [1, 2]);
    const second = await leaf(store, [3, 4]);
    const third = await leaf(store, [5, 6]);
    await store.ingest('s', [...numbered(['a', 'b', 'c', 'd', 'e', 'f', 'g']), said('x', 'm99')]);

    await expect(leaf(store, [2, 7])).rejects.toMatchObject({ reason: 'already-covered' });
    await expect(leaf(store, [7, 8])).rejects.toMatchObject({ reason: 'not-on-branch' });
    await expect(leaf(store, [99])).rejects.toMatchObject({ reason: 'unknown-source' });
    await expect(leaf(store, [])).rejects.toMatchObject({ reason: 'bad-input' });
    await expect(leaf(store, [7], ' ')).rejects.toMatchObject({ reason: 'bad-input' });
    await expect(condensed(store, [first, third])).rejects.toMatchObject({ reason: 'not-adjacent' });
    await expect(condensed(store, ['sum_000000000000'])).rejects.toMatchObject({ reason: 'unknown-source' });
    const top = await condensed(store, [first, second]);
    await expect(condensed(store, [first, third])).rejects.toMatchObject({ reason: 'already-covered' });
    expect(await idsOf(store)).toEqual([top, third]);
  });

  it('go with the branch that they belong to, and come back with it', async () => {
    const store = await storeOfTen();
    const list = numbered(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']);
    const first = await leaf(store, [1, 2, 3]);
    const second = await leaf(store, [4, 5, 6]);
    const top = await condensed(store, [first, second]);
    await store.ingest('s', list.slice(0, 5), { delivery: 'live' });
    expect(await idsOf(store)).toEqual([first]);
    expect(await store.summary(top)).toMatchObject({ isLive: false });
    const other = await leaf(store, [4, 5]);

    await store.ingest('s', list, { delivery: 'live' });
    expect(await idsOf(store)).toEqual([top]);
    expect(await store.summary(other)).toMatchObject({ isLive: false });
    expect(await store.verify()).toEqual([]);
  });

  it('I7 make the projection smaller, and no second delivery makes it larger', async () => {
    const store = await storeOfTen();
    await leaf(store, [1, 2, 3, 4]);
    const { path } = await store.stats('s');
    await store.ingest('s', numbered(['a', 'b', 'c']));

    expect(path).toEqual({ messages: 10, tokens: 100, roots: 1, uncoveredTokens: 60, rootTokens: 3 });
    expect((await store.stats('s')).path).toEqual(path);
  });

  it('I3 resolve, as their messages do, after the branch was left', async () => {
    const store = await storeOfTen();
    const id = await leaf(store, [7, 8, 9]);
    await store.ingest('s', [...numbered(['a']), said('x', 'm99')]);

    expect(await store.summary(id)).toMatchObject({ text: 'said', isLive: false });
    expect((await store.summaryEntries(id, { limit: 9 })).map(({ id }) => id)).toEqual([7, 8, 9]);
    expect(await store.entryText(8, { from: 0, chars: 10 })).toEqual({ text: 'h', chars: 1 });
  });

  it('have the same id when a session is played again', async () => {
    const [one, other] = [await storeOfTen(), await storeOfTen()];
    expect(await leaf(one, [1, 2])).toBe(await leaf(other, [1, 2]));
  });
});
