import { createMemorySessionStore, type SessionStore } from '@hermes-context/sessions';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { holdLease } from './hold-lease.ts';

afterEach(() => void vi.useRealTimers());

const { signal: never } = new AbortController();

/** A store with a clock of its own, and a session in it. */
async function setup(faults: Partial<SessionStore> = {}) {
  let now = 0;
  const plain = createMemorySessionStore({ monotonic: () => now });
  const { id } = await plain.create();
  const refreshes: number[] = [];
  const store: SessionStore = {
    ...plain,
    refreshLease: (lease) => {
      refreshes.push(now);
      return plain.refreshLease(lease);
    },
    ...faults,
  };
  const hold = (holder: string, signal: AbortSignal = never) =>
    holdLease(store, { sessionId: id, holder, ttlMs: 30, signal });
  const pass = async (ms: number): Promise<void> => {
    now += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { plain, store, id, hold, pass, refreshes };
}

async function heldBy(holding: ReturnType<typeof holdLease>) {
  const taken = await holding;
  if (taken.kind === 'busy') throw new Error(`${taken.holder} has it.`);
  return taken.held;
}

describe('a lease', () => {
  it('is kept beyond its time, and given back', async () => {
    vi.useFakeTimers();
    const { hold, pass, refreshes, plain } = await setup();
    const held = await heldBy(hold('one'));
    for (let step = 0; step < 9; step += 1) await pass(10);
    expect([held.isLost(), held.signal.aborted]).toEqual([false, false]);
    expect(refreshes).toHaveLength(9);
    expect(await plain.leases()).toMatchObject([{ holder: 'one', ageMs: 90 }]);
    await held.release();
    await pass(100);
    expect(refreshes).toHaveLength(9);
    expect(await plain.leases()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that somebody else has is not taken, and says who has it, and since when', async () => {
    const { hold, plain, id } = await setup();
    await plain.acquireLease({ sessionId: id, holder: 'chat 4711 on laptop' });
    expect(await hold('two')).toEqual({ kind: 'busy', holder: 'chat 4711 on laptop', ageMs: 0, endsInMs: 60_000 });
  });

  it('that was lost aborts what is done under it', async () => {
    vi.useFakeTimers();
    const { hold, pass, plain } = await setup();
    const held = await heldBy(hold('one'));
    await plain.releaseLease(held.lease);
    await pass(10);
    expect([held.isLost(), held.signal.aborted]).toEqual([true, true]);
    await held.release();
  });

  it('is not lost because the store cannot be reached for a while', async () => {
    vi.useFakeTimers();
    const { hold, pass } = await setup({ refreshLease: () => Promise.reject(new Error('Locked.')) });
    const held = await heldBy(hold('one'));
    await pass(20);
    expect([held.isLost(), held.signal.aborted]).toEqual([false, false]);
    await held.release();
  });

  it('is let go without a throw when the store fails', async () => {
    const { hold } = await setup({ releaseLease: () => Promise.reject(new Error('Closed.')) });
    const held = await heldBy(hold('one'));
    await expect(held.release()).resolves.toBeUndefined();
  });

  it('does not hide the caller’s own stop, and is not lost by it', async () => {
    const { hold } = await setup();
    const stop = new AbortController();
    const held = await heldBy(hold('one', stop.signal));
    stop.abort(new Error('Enough.'));
    expect([held.signal.aborted, held.signal.reason]).toEqual([true, new Error('Enough.')]);
    expect(held.isLost()).toBe(false);
    await held.release();
  });
});
