import type { SessionStore } from '@hermes-context/sessions';
import { expect } from 'vitest';
import { checksOf } from './bench.ts';
import { begin, cut, expectRefusal, liveWords, REFUSED, said } from './steps.ts';

export const LISTING_CHECKS = checksOf('finds and describes sessions', {
  'describes a session that nothing was said in': async ({ store, time }) => {
    const session = await store.create();
    expect(session).toEqual({
      id: expect.stringMatching(/^[A-Za-z0-9._-]{1,128}$/),
      origin: 'new',
      metadata: {},
      createdAt: time.now(),
      updatedAt: time.now(),
      revision: 1,
      sequence: 0,
      liveMessages: 0,
      liveTokens: 0,
      compactions: 0,
    });
    expect(await store.get(session.id)).toEqual(session);
    expect(await store.load(session.id)).toEqual({ sessionId: session.id, revision: 1, sequence: 0, messages: [] });
    expect(await store.read(session.id)).toEqual({ items: [] });
    expect((await store.create()).id).not.toBe(session.id);
  },

  'keeps what is noted about a session until it is changed or removed': async (bench) => {
    const { store } = bench;
    await store.create({ id: 's1', title: 'one', goal: ['x'], metadata: { a: 1 } });
    expect(await store.update('s1', { title: 'two' })).toMatchObject({ title: 'two', goal: ['x'], metadata: { a: 1 } });
    expect(await store.update('s1', { title: 'two', metadata: { b: 2 } })).toMatchObject({
      title: 'two',
      metadata: { b: 2 },
    });
    const later = await bench.reopened();
    expect(await later.get('s1')).toMatchObject({ title: 'two', goal: ['x'], metadata: { b: 2 } });
    const cleared = await later.update('s1', { title: null, goal: null, metadata: null });
    expect(cleared).not.toHaveProperty('title');
    expect(cleared).not.toHaveProperty('goal');
    expect(cleared.metadata).toEqual({});
  },

  'gives a title to one session only, and takes none that no line could show': async ({ store }) => {
    await store.create({ id: 's1', title: 'name' });
    await store.create({ id: 's2' });
    await expectRefusal(store.create({ id: 's3', title: 'name' }), REFUSED.input);
    await expectRefusal(store.create({ id: 's1' }), REFUSED.input);
    await expectRefusal(store.update('s2', { title: 'name', goal: 'not this either' }), REFUSED.input);
    expect(await store.get('s2')).not.toHaveProperty('goal');
    for (const title of ['', '  ', 'two\nlines', 'red \u001b[31m']) {
      await expectRefusal(store.update('s2', { title }), REFUSED.input);
    }
    await store.update('s1', { title: null });
    expect(await store.update('s2', { title: 'name' })).toMatchObject({ title: 'name' });
    expect((await store.list()).items).toHaveLength(2);
  },

  'takes no id that could not stand in a file name': async ({ store }) => {
    for (const id of ['', 'a b', '../a', 'a:1', 'ä', 'x'.repeat(129)])
      await expectRefusal(store.create({ id }), REFUSED.input);
    expect((await store.list()).items).toEqual([]);
  },

  'lists what was changed last first, page by page, each session once': async ({ store, time }) => {
    for (const index of [0, 1, 2, 3, 4]) {
      // Two of one moment among them.
      if (index !== 3) time.advance(1_000);
      await store.create({ id: `s${index}` });
    }
    time.advance(1_000);
    await store.append('s1', [said('a')]);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Awaited<ReturnType<SessionStore['list']>> = await store.list({
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(page.items.length).toBeGreaterThan(0);
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== undefined);
    expect(seen[0]).toBe('s1');
    expect((await store.get('s1')).updatedAt).toBe(time.now());
    expect(seen[1]).toBe('s4');
    expect(seen.at(-1)).toBe('s0');
    expect(seen.toSorted()).toEqual(['s0', 's1', 's2', 's3', 's4']);
  },

  'counts a change of the list as a change of the session': async ({ store, time }) => {
    await begin(store, ['a', 'b', 'c']);
    const steps: readonly (() => Promise<unknown>)[] = [
      () => cut(store, { sessionId: 's1', from: 0, to: 1 }),
      () => store.rewind({ sessionId: 's1', messageId: 's1:3' }),
      () => store.undo({ sessionId: 's1' }),
      () => store.redo({ sessionId: 's1' }),
    ];
    for (const step of steps) {
      time.advance(1_000);
      await step();
      expect((await store.get('s1')).updatedAt).toBe(time.now());
    }
  },

  'finds sessions by the beginning of their id and by their whole title': async ({ store }) => {
    await store.create({ id: 'ab_1', title: 'Name' });
    await store.create({ id: 'abc2', title: 'Name 2' });
    await store.create({ id: 'AB_3' });
    const idsOf = async (listing: Parameters<SessionStore['list']>[0]) =>
      (await store.list(listing)).items.map(({ id }) => id).toSorted();
    expect(await idsOf({ idPrefix: 'ab' })).toEqual(['ab_1', 'abc2']);
    expect(await idsOf({ idPrefix: 'ab_' })).toEqual(['ab_1']);
    expect(await idsOf({ idPrefix: '%' })).toEqual([]);
    expect(await idsOf({ title: 'Name' })).toEqual(['ab_1']);
    expect(await idsOf({ title: 'name' })).toEqual([]);
    expect(await idsOf({ idPrefix: 'abc', title: 'Name' })).toEqual([]);
  },

  'reads messages in pages, by state, and from a place on': async ({ store }) => {
    await begin(store, ['a', 'b', 'c', 'd', 'e']);
    await cut(store, { sessionId: 's1', from: 1, to: 3 });
    await store.rewind({ sessionId: 's1', messageId: 's1:5' });
    const sequencesOf = async (listing: Parameters<SessionStore['read']>[1]) =>
      (await store.read('s1', listing)).items.map(({ sequence }) => sequence);
    expect(await sequencesOf({})).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await sequencesOf({ states: ['live'] })).toEqual([1, 4, 6]);
    expect(await sequencesOf({ states: ['compacted', 'hidden'] })).toEqual([2, 3, 5]);
    expect(await sequencesOf({ states: [] })).toEqual([]);
    expect(await sequencesOf({ after: 3, limit: 2 })).toEqual([4, 5]);
    expect(await sequencesOf({ behind: 's1:6', after: 2 })).toEqual([3]);
    expect(await store.read('s1', { limit: 5 })).toHaveProperty('next');
    expect(await store.read('s1', { limit: 6 })).not.toHaveProperty('next');
    expect(await store.read('s1', { after: 6 })).toEqual({ items: [] });
  },

  'tells changes in pages, the newest first': async ({ store }) => {
    await begin(store, ['a', 'b', 'c', 'd', 'e']);
    for (const index of [1, 2, 3, 4]) await cut(store, { sessionId: 's1', from: 0, to: 1, text: `summary ${index}` });
    const first = await store.revisions('s1', { limit: 2 });
    const second = await store.revisions('s1', { limit: 3, cursor: first.next ?? 'none' });
    expect([...first.items, ...second.items].map(({ number }) => number)).toEqual([5, 4, 3, 2, 1]);
    expect(second).not.toHaveProperty('next');
    expect(second.items.slice(0, 2).map(({ inEffect }) => inEffect)).toEqual([true, true]);
  },

  'refuses pages that are none': async ({ store }) => {
    await begin(store, ['a']);
    for (const limit of [0, -1, 1.5, 1_001, Number.NaN]) {
      await expectRefusal(store.list({ limit }), REFUSED.input);
      await expectRefusal(store.read('s1', { limit }), REFUSED.input);
      await expectRefusal(store.revisions('s1', { limit }), REFUSED.input);
    }
    await expectRefusal(store.list({ cursor: 'nonsense' }), REFUSED.input);
    await expectRefusal(store.revisions('s1', { cursor: 'nonsense' }), REFUSED.input);
    for (const revision of [0, 2, 1.5]) await expectRefusal(store.load('s1', { revision }), REFUSED.input);
  },

  'says of every call that there is no such session': async ({ store }) => {
    await begin(store, ['a']);
    const lease = { sessionId: 'nobody', holder: 'x', fence: 1, ttlMs: 1_000 };
    const change = { sessionId: 'nobody' };
    const request = {
      ...change,
      expectedRevision: 1,
      expectedSequence: 0,
      outcome: { kind: 'compressed' as const, messages: [] },
      lease,
      key: 'k',
      engine: 'e',
    };
    const calls: readonly Promise<unknown>[] = [
      store.get('nobody'),
      store.update('nobody', { title: 'x' }),
      store.append('nobody', [said('a')]),
      store.append('nobody', []),
      store.load('nobody'),
      store.read('nobody'),
      store.commit(request),
      store.rewind({ ...change, messageId: 'nobody:1' }),
      store.undo(change),
      store.redo(change),
      store.branch('nobody'),
      store.revisions('nobody'),
      store.acquireLease({ ...change, holder: 'x' }),
      store.refreshLease(lease),
      store.releaseLease(lease),
      store.search({ text: 'a', sessionId: 'nobody' }),
      store.get(''),
      store.get('S1'),
    ];
    for (const result of await Promise.allSettled(calls)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: REFUSED.unknown } });
    }
  },

  'is sound, and closes for good': async ({ store }) => {
    await begin(store, ['a', 'b']);
    await cut(store, { sessionId: 's1', from: 0, to: 1 });
    expect(await liveWords(store, 's1')).toEqual(['summary', 'b']);
    expect(await store.check()).toEqual([]);
    expect(store.location).not.toBe('');
    await store.close();
    await store.close();
    for (const call of [
      store.get('s1'),
      store.append('s1', [said('c')]),
      store.list(),
      store.leases(),
      store.check(),
    ]) {
      await expect(call).rejects.toMatchObject({ code: REFUSED.store, fault: 'closed' });
    }
  },
});
