import { expect } from 'vitest';
import { checksOf } from './bench.ts';
import { begin, expectRefusal, liveWords, REFUSED, said, take } from './steps.ts';

const DAY_MS = 86_400_000;

export const LEASE_CHECKS = checksOf('leases a session to one holder at a time', {
  'says who holds it, since when and how long': async ({ store, uptime }) => {
    await begin(store, ['a']);
    const first = await store.acquireLease({ sessionId: 's1', holder: 'chat 1', ttlMs: 10_000 });
    expect(first).toEqual({
      kind: 'acquired',
      lease: { sessionId: 's1', holder: 'chat 1', fence: expect.any(Number), ttlMs: 10_000 },
    });
    uptime.advance(4_000);
    for (const holder of ['chat 2', 'chat 1']) {
      expect(await store.acquireLease({ sessionId: 's1', holder })).toEqual({
        kind: 'busy',
        holder: 'chat 1',
        ageMs: 4_000,
        endsInMs: 6_000,
      });
    }
  },

  'gives it to one of many who ask at once': async ({ store }) => {
    await begin(store, ['a']);
    const asked = Array.from({ length: 10 }, (_, index) =>
      store.acquireLease({ sessionId: 's1', holder: `chat ${index}` }),
    );
    const kinds = (await Promise.all(asked)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'acquired')).toHaveLength(1);
  },

  'ends where a holder does not come back, and numbers the next one higher': async (bench) => {
    const { store, uptime } = bench;
    await begin(store, ['a']);
    const crashed = await take(store, 's1', 10_000);
    uptime.advance(9_999);
    expect(await store.acquireLease({ sessionId: 's1', holder: 'next' })).toMatchObject({ kind: 'busy', endsInMs: 1 });
    uptime.advance(1);
    expect(await store.leases()).toEqual([]);
    const later = await bench.reopened();
    const next = await take(later, 's1');
    expect(next.fence).toBeGreaterThan(crashed.fence);
    expect(await later.refreshLease(crashed)).toBe(false);
    await later.releaseLease(crashed);
    expect(await later.leases()).toMatchObject([{ sessionId: 's1', fence: next.fence }]);
  },

  'holds on from every refresh, and from none that comes too late': async ({ store, uptime }) => {
    await begin(store, ['a']);
    const lease = await take(store, 's1', 10_000);
    for (let round = 0; round < 5; round += 1) {
      uptime.advance(9_000);
      expect(await store.refreshLease(lease)).toBe(true);
    }
    expect(await store.leases()).toEqual([
      { sessionId: 's1', holder: 'a test', fence: lease.fence, ageMs: 45_000, endsInMs: 10_000 },
    ]);
    uptime.advance(10_000);
    expect(await store.refreshLease(lease)).toBe(false);
    expect((await store.acquireLease({ sessionId: 's1', holder: 'next' })).kind).toBe('acquired');
  },

  'is given back by its holder alone, and numbered on all the same': async ({ store }) => {
    await begin(store, ['a']);
    await begin(store, ['a'], 's2');
    const lease = await take(store, 's1');
    const other = await take(store, 's2');
    await store.releaseLease({ ...lease, fence: lease.fence + 1 });
    await store.releaseLease({ ...lease, sessionId: 's2', fence: other.fence + 1 });
    expect(await store.leases()).toHaveLength(2);
    await store.releaseLease(lease);
    await store.releaseLease(lease);
    expect(await store.leases()).toMatchObject([{ sessionId: 's2' }]);
    expect(await store.refreshLease(lease)).toBe(false);
    expect((await take(store, 's1')).fence).toBeGreaterThan(lease.fence);
  },

  'is no matter of the clock on the wall': async ({ store, time, uptime }) => {
    await begin(store, ['a']);
    const lease = await take(store, 's1', 10_000);
    for (const step of [DAY_MS, -3 * DAY_MS, DAY_MS]) {
      time.advance(step);
      expect(await store.acquireLease({ sessionId: 's1', holder: 'next' })).toMatchObject({
        kind: 'busy',
        endsInMs: 10_000,
      });
    }
    expect(await store.refreshLease(lease)).toBe(true);
    uptime.advance(10_000);
    expect(await store.refreshLease(lease)).toBe(false);
  },

  'holds no more once the machine was started anew': async ({ store, uptime }) => {
    await begin(store, ['a']);
    const before = await take(store, 's1', DAY_MS);
    uptime.advance(-1_000_000);
    expect(await store.leases()).toEqual([]);
    expect(await store.refreshLease(before)).toBe(false);
    const after = await take(store, 's1');
    expect(after.fence).toBeGreaterThan(before.fence);
  },

  'keeps nobody from appending': async ({ store }) => {
    await begin(store, ['a']);
    await take(store, 's1');
    expect(await store.append('s1', [said('b')])).toMatchObject({ kind: 'appended', sequence: 2 });
    expect(await liveWords(store, 's1')).toEqual(['a', 'b']);
  },

  'holds for a minute unless it is asked for longer, and for no time that is none': async ({ store }) => {
    await begin(store, ['a']);
    expect((await take(store, 's1')).ttlMs).toBe(60_000);
    for (const ttlMs of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      await expectRefusal(store.acquireLease({ sessionId: 's1', holder: 'x', ttlMs }), REFUSED.input);
    }
    await expectRefusal(store.acquireLease({ sessionId: 's1', holder: '' }), REFUSED.input);
  },
});
