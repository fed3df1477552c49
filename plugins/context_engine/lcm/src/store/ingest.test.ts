import { describe, expect, it } from 'vitest';
import { delivered, numbered, openStore, said, textsOf } from './lcm-store.fixture.ts';

describe('ingest', () => {
  it('stores a list and answers with an entry for each message', async () => {
    const store = await openStore();
    const answer = await store.ingest('s', numbered(['a', 'b']));

    expect(answer).toEqual({
      entries: [
        { id: 1, kind: 'new', isOnPath: true, isCovered: false },
        { id: 2, kind: 'new', isOnPath: true, isCovered: false },
      ],
      newCount: 2,
      ambiguousCount: 0,
      hasMoved: false,
      head: 2,
    });
    expect(await textsOf(store)).toEqual(['a', 'b']);
    expect(await store.verify()).toEqual([]);
  });

  it('I5 changes nothing when a list or a stretch of it comes again', async () => {
    const store = await openStore();
    const list = numbered(['a', 'b', 'c', 'd']);
    await store.ingest('s', list);

    for (const [from, to] of [
      [0, 4],
      [1, 3],
      [2, 4],
      [0, 1],
    ] as const) {
      const again = await store.ingest('s', list.slice(from, to));
      expect(again).toMatchObject({ newCount: 0, hasMoved: false, head: 4 });
    }
    expect(await textsOf(store)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('I5 knows a message by the host’s id, however it is decorated', async () => {
    const store = await openStore();
    await store.ingest('s', numbered(['a', 'b']));
    const again = await store.ingest('s', numbered(['[10:32] a', '[10:33] b']));

    expect(again.newCount).toBe(0);
    expect(await textsOf(store)).toEqual(['a', 'b']);
  });

  it('I6 keeps repetitions that the list shows', async () => {
    const store = await openStore();
    const turn = [said('continue'), delivered({ role: 'assistant', content: 'ok' })];
    await store.ingest('s', [said('start'), ...turn]);
    await store.ingest('s', [said('start'), ...turn, ...turn, ...turn]);

    expect(await textsOf(store)).toEqual(['start', 'continue', 'ok', 'continue', 'ok', 'continue', 'ok']);
    expect((await store.stats('s')).ambiguousEntries).toBe(0);
  });

  it('I2 stores and flags what may be a repetition or a second delivery', async () => {
    const store = await openStore();
    await store.ingest('s', [said('start'), said('ok')]);
    const answer = await store.ingest('s', [said('ok')], { delivery: 'added' });

    expect(answer).toMatchObject({ newCount: 1, ambiguousCount: 1 });
    expect((await store.entry(3))?.ambiguousWith).toBe(2);
    // The live list then tells: it was a second delivery.
    await store.ingest('s', [said('start'), said('ok'), said('next')], { delivery: 'live' });
    expect(await textsOf(store)).toEqual(['start', 'ok', 'next']);
  });

  it('I6 tells calls with the same id apart by what they say', async () => {
    const store = await openStore();
    const call = (path: string) =>
      delivered({
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read', arguments: path } }],
      });
    const result = (content: string) => delivered({ role: 'tool', tool_call_id: 'c1', content });
    const list = [said('go'), call('a'), result('A'), call('b'), result('B'), call('b'), result('B')];
    await store.ingest('s', list);
    await store.ingest('s', list);

    const path = await store.path('s');
    expect(path.map(({ message }) => message)).toEqual(list.map(({ message }) => message));
    expect(path.map(({ tool }) => tool)).toEqual([undefined, undefined, 'read', undefined, 'read', undefined, 'read']);
  });

  it('branches off where the list does: nothing is deleted', async () => {
    const store = await openStore();
    await store.ingest('s', numbered(['a', 'b', 'c', 'd']));
    const answer = await store.ingest('s', [...numbered(['a', 'b']), said('x', 'm9')]);

    expect(answer).toMatchObject({ hasMoved: true, newCount: 1 });
    expect(await textsOf(store)).toEqual(['a', 'b', 'x']);
    expect(await store.entry(4)).toMatchObject({ isCurrent: false, message: { content: 'd' } });
    expect(await store.verify()).toEqual([]);
  });

  it('goes back with a live list that became shorter, and forward again', async () => {
    const store = await openStore();
    const list = numbered(['a', 'b', 'c', 'd']);
    await store.ingest('s', list);
    await store.ingest('s', list.slice(0, 2), { delivery: 'live' });
    expect(await textsOf(store)).toEqual(['a', 'b']);
    const redo = await store.ingest('s', list, { delivery: 'live' });

    expect(redo).toMatchObject({ newCount: 0, hasMoved: true, head: 4 });
    expect(await textsOf(store)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('I4 puts what a failed delivery missed in its place', async () => {
    const store = await openStore();
    await store.ingest('s', numbered(['a', 'b']));
    await store.ingest('s', numbered(['e'], 5));
    const answer = await store.ingest('s', numbered(['a', 'b', 'c', 'd', 'e']));

    expect(answer.newCount).toBe(3);
    expect(await textsOf(store)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(await store.ingest('s', numbered(['a', 'b', 'c', 'd', 'e']))).toMatchObject({ newCount: 0 });
    expect(await store.verify()).toEqual([]);
  });

  it('puts a changed system prompt aside, and the path stays', async () => {
    const store = await openStore();
    const rest = numbered(['a', 'b'], 2);
    await store.ingest('s', [delivered({ role: 'system', content: 'Monday' }), ...rest]);
    const tuesday = [delivered({ role: 'system', content: 'Tuesday' }), ...rest, said('c', 'm4')];
    const answer = await store.ingest('s', tuesday);

    expect(answer.entries.map(({ kind }) => kind)).toEqual(['aside', 'known', 'known', 'new']);
    expect(await textsOf(store)).toEqual(['Monday', 'a', 'b', 'c']);
    expect(await store.ingest('s', tuesday)).toMatchObject({ newCount: 0 });
    expect(await store.verify()).toEqual([]);
  });

  it('learns the host’s id of what was stored before it had one', async () => {
    const store = await openStore();
    await store.ingest('s', [said('a'), said('b')]);
    const answer = await store.ingest('s', numbered(['a', 'b', 'c']));

    expect(answer.newCount).toBe(1);
    expect((await store.path('s')).map(({ hostId }) => hostId)).toEqual(['m1', 'm2', 'm3']);
  });

  it('stores nothing of a list that cannot be stored', async () => {
    const store = await openStore();
    const bad = { ...said('x'), message: { role: 'user', content: 'x', metadata: { call: () => 1 } } } as const;

    await expect(store.ingest('s', [said('a'), bad])).rejects.toMatchObject({ reason: 'bad-input' });
    expect(await store.path('s')).toEqual([]);
  });
});
