import { setImmediate as settle } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HygieneFacts } from './needs-hygiene.ts';
import { type HygieneCompaction, type HygienePort, runHygiene } from './run-hygiene.ts';

const FULL: HygieneFacts = {
  messages: 40,
  isEnabled: true,
  contextTokens: 100_000,
  size: { tokens: 95_000, basis: 'reported' },
  isInFlight: false,
};

/** A session whose compactions end when the test says so. */
function session(facts: HygieneFacts = FULL) {
  const compactions: { readonly signal: AbortSignal; readonly end: PromiseWithResolvers<HygieneCompaction> }[] = [];
  const port: HygienePort = {
    facts: () => facts,
    compact(signal) {
      const end = Promise.withResolvers<HygieneCompaction>();
      compactions.push({ signal, end });
      return end.promise;
    },
  };
  return { port, compactions };
}

const never = new AbortController().signal;

describe('runHygiene', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('S-020 compacts once before the turn goes on', async () => {
    const { port, compactions } = session();
    const run = runHygiene(port, { holdMs: 10_000, signal: never });
    let hasGoneOn = false;
    void run.then(() => {
      hasGoneOn = true;
    });
    await settle();
    expect(hasGoneOn).toBe(false);
    compactions[0]?.end.resolve({ kind: 'compacted', detail: '95,000 to 30,000 tokens.' });
    expect(await run).toMatchObject({
      kind: 'compacted',
      detail: '95,000 to 30,000 tokens.',
      verdict: { fires: true },
    });
    expect(compactions).toHaveLength(1);
  });

  it('S-024 starts nothing below its own threshold', async () => {
    const { port, compactions } = session({ ...FULL, size: { tokens: 60_000, basis: 'reported' } });
    expect(await runHygiene(port, { holdMs: 10_000, signal: never })).toMatchObject({
      kind: 'skipped',
      verdict: { reason: 'below-threshold' },
    });
    expect(compactions).toHaveLength(0);
  });

  it('S-025 goes on with what the compaction could not change', async () => {
    const { port, compactions } = session();
    const run = runHygiene(port, { holdMs: 10_000, signal: never });
    compactions[0]?.end.resolve({ kind: 'unchanged', detail: 'Nothing to compress.' });
    expect(await run).toMatchObject({ kind: 'unchanged', detail: 'Nothing to compress.' });
  });

  it('goes on after the hold, and lets the compaction finish in the background', async () => {
    const { port, compactions } = session();
    const stop = new AbortController();
    const run = runHygiene(port, { holdMs: 10_000, signal: stop.signal });
    vi.advanceTimersByTime(9_999);
    await settle();
    vi.advanceTimersByTime(1);
    const held = await run;
    expect(held).toMatchObject({ kind: 'held', detail: expect.stringContaining('after 10 s') });

    stop.abort();
    expect(compactions[0]?.signal.aborted).toBe(false);
    let isFinished = false;
    void held.finished.then(() => {
      isFinished = true;
    });
    await settle();
    expect(isFinished).toBe(false);
    compactions[0]?.end.resolve({ kind: 'compacted', detail: 'Late.' });
    await held.finished;
  });

  it('handles a compaction that fails when nobody waits any more', async () => {
    const { port, compactions } = session();
    const run = runHygiene(port, { holdMs: 0, signal: never });
    vi.advanceTimersByTime(1);
    const held = await run;
    compactions[0]?.end.reject(new Error('late'));
    await expect(held.finished).resolves.toBeUndefined();
  });

  it('goes on when the compaction throws, and passes no secret on', async () => {
    const { port, compactions } = session();
    const run = runHygiene(port, { holdMs: 10_000, signal: never });
    compactions[0]?.end.reject(new Error('401 for Authorization: Bearer abcdefghijklmnop123456\n at x'));
    const { kind, detail } = await run;
    expect(kind).toBe('failed');
    expect(detail).toMatch(/^The session was not compacted before the turn: 401/);
    expect(detail).not.toMatch(/abcdefghijklmnop|at x/);
  });

  it('goes on when compact throws before it returns a promise', async () => {
    const port: HygienePort = {
      facts: () => FULL,
      compact: () => {
        throw new Error('no engine');
      },
    };
    expect(await runHygiene(port, { holdMs: 10_000, signal: never })).toMatchObject({ kind: 'failed' });
  });

  it('stops the compaction with the turn', async () => {
    const { port, compactions } = session();
    const stop = new AbortController();
    const run = runHygiene(port, { holdMs: 10_000, signal: stop.signal });
    stop.abort(new Error('stopped by the user'));
    const stopped = await run;
    expect(stopped.kind).toBe('stopped');
    expect(compactions[0]?.signal.reason).toEqual(new Error('stopped by the user'));
    compactions[0]?.end.reject(new Error('aborted'));
    await stopped.finished;
  });

  it('starts nothing for a turn that was stopped already', async () => {
    const { port, compactions } = session();
    expect((await runHygiene(port, { holdMs: 10_000, signal: AbortSignal.abort() })).kind).toBe('stopped');
    expect(compactions).toHaveLength(0);
  });

  it('waits as long as it is asked to, however long that is', async () => {
    const { port, compactions } = session();
    const run = runHygiene(port, { holdMs: Number.POSITIVE_INFINITY, signal: never });
    vi.advanceTimersByTime(3_600_000);
    await settle();
    compactions[0]?.end.resolve({ kind: 'compacted', detail: 'Done.' });
    expect((await run).kind).toBe('compacted');
  });
});
