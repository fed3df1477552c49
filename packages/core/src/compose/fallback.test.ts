import type { CompressOutcome, ContextEngine, UnchangedReason } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { fallback } from './fallback.ts';
import { named } from './named-engine.ts';
import {
  answering,
  clearing,
  conversation,
  dropping,
  engine,
  forced,
  signal,
  summing,
  warningsOf,
} from './parts.fixture.ts';

const messages = conversation(4);
const due = { messages, promptTokens: 2_000, signal };
const never = new Promise<never>(() => undefined);
const unchanged = (reason: UnchangedReason) => answering({ kind: 'unchanged', reason, detail: 'So it is.' });
const failing = (): ContextEngine => engine({ compress: () => Promise.reject(new Error('no disk')) });

describe('fallback', () => {
  it('gives the answer of the first engine while it has one', async () => {
    const first = await dropping(2).compress(due);
    expect(await fallback(dropping(2), dropping(1)).compress(due)).toEqual(first);
  });

  it.each<[string, ContextEngine, string]>([
    ['throws', failing(), 'lcm was skipped, its answer breaks promise P4: It threw: no disk'],
    [
      'never ends',
      engine({ compress: () => never }),
      'lcm was skipped, its answer breaks promise P3: It did not end within 1 ms.',
    ],
    ['breaks a promise', answering({ kind: 'compressed', messages }), 'P3: Its result is not smaller'],
    ['has no summary', unchanged('summary-failed'), 'lcm changed nothing (summary-failed): So it is.'],
    ['saves too little', unchanged('ineffective'), 'lcm changed nothing (ineffective): So it is.'],
    ['failed inside', unchanged('engine-failed'), 'lcm changed nothing (engine-failed): So it is.'],
  ])('takes the second where the first %s, and says so', async (_, first, sentence) => {
    const outcome = await fallback(named('lcm', first), named('drop', dropping(1)), { timeoutMs: 1 }).compress(due);
    expect(outcome).toMatchObject({ kind: 'compressed', report: { covered: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] } });
    expect(warningsOf(outcome)).toEqual([
      expect.stringContaining(sentence),
      'drop took over.',
      '12 messages are gone without a summary.',
    ]);
  });

  it.each<UnchangedReason>(['nothing-to-compress', 'no-progress', 'pinned', 'disabled', 'below-threshold', 'declined'])(
    'takes %s for an answer, unless told otherwise',
    async (reason) => {
      expect(await fallback(unchanged(reason), dropping(1)).compress(due)).toMatchObject({ kind: 'unchanged', reason });
      const strict = fallback(unchanged(reason), dropping(1), { failureReasons: [reason] });
      expect(await strict.compress(due)).toMatchObject({ kind: 'compressed' });
    },
  );

  it('gives the more telling reason where neither can do it', async () => {
    const outcome = await fallback(named('lcm', unchanged('summary-failed')), named('toy', failing())).compress(due);
    expect(outcome).toMatchObject({ kind: 'unchanged', reason: 'summary-failed', detail: 'lcm: So it is.' });
    expect(warningsOf(outcome)).toEqual([expect.stringMatching(/^toy was skipped/)]);
  });

  it('adds to the report of the second', async () => {
    const outcome = await fallback(failing(), summing('Fine.')).compress(due);
    expect(outcome).toMatchObject({ kind: 'compressed', summary: 'Fine.', report: { summary: { tokens: 5 } } });
    expect(warningsOf(outcome).at(-1)).toBe('Fine. is short.');
  });

  it('takes an abort for no failure of anybody', async () => {
    const stop = new AbortController();
    const stopping = engine({
      compress: () => {
        stop.abort(new Error('stopped'));
        return Promise.reject(new Error('something else'));
      },
    });
    const composed = fallback(stopping, dropping(1));
    await expect(composed.compress({ ...due, signal: stop.signal })).rejects.toThrow('stopped');
    expect(composed.status?.().counters).toMatchObject({ failuresInARow: 0, takeovers: 0 });
  });
});

describe('the circuit of a fallback', () => {
  /** A first engine that can be mended, and how often it was asked. */
  function fragile() {
    const state = { isBroken: true, asked: 0, nowMs: 0 };
    const events: string[] = [];
    const first = engine({
      compress: async (request): Promise<CompressOutcome> => {
        state.asked += 1;
        if (state.isBroken) throw new Error('no disk');
        return dropping(2).compress(request);
      },
    });
    const composed = fallback(named('lcm', first), dropping(1, { shouldCompress: (size) => size >= 500 }), {
      clock: { now: () => state.nowMs },
      emit: (event) => events.push(event),
      maxFailureCount: 2,
      pauseMs: 60_000,
    });
    return { state, events, composed };
  }

  it('leaves an engine alone that failed again and again, says so, and tries it after the pause', async () => {
    const { state, events, composed } = fragile();
    await composed.compress(due);
    expect(warningsOf(await composed.compress(due))).toContain(
      'lcm failed 2 times in a row, and is left alone for 60 s; a forced compaction tries it at once.',
    );
    expect(events).toContain('engine:fallback:first-left-alone');
    state.nowMs = 20_000;
    expect(warningsOf(await composed.compress(due))[0]).toBe(
      'lcm failed 2 times in a row, and is left alone for 40 s; a forced compaction tries it at once.',
    );
    expect(state.asked).toBe(2);
    expect(composed.status?.()).toMatchObject({
      thresholdTokens: 500, // of the engine that is at work
      compressionCount: 3,
      counters: { takeovers: 3, failuresInARow: 2, isFirstLeftAlone: 1, troubles: 2 },
    });

    state.nowMs = 60_000;
    await composed.compress(due);
    expect(state.asked).toBe(3); // one try, and alone again
    expect(composed.status?.().counters).toMatchObject({ isFirstLeftAlone: 1 });
    state.isBroken = false;
    state.nowMs = 120_000;
    expect(warningsOf(await composed.compress(due))[0]).toBe('lcm works again.');
    expect(events.at(-1)).toBe('engine:fallback:first-works-again');
    expect(composed.status?.()).toMatchObject({
      thresholdTokens: 1_000,
      counters: { failuresInARow: 0, isFirstLeftAlone: 0 },
    });
  });

  it('prunes with the second first while the first is left alone', async () => {
    const first = clearing({ compress: () => Promise.reject(new Error('no disk')) });
    const second = dropping(1, { pruneOnly: () => ({ kind: 'unchanged', reason: 'pinned' }) });
    const composed = fallback(first, second, { maxFailureCount: 1 });
    expect(composed.pruneOnly?.(messages)).toMatchObject({ kind: 'compressed' });
    await composed.compress(due);
    expect(composed.pruneOnly?.(messages)).toMatchObject({ reason: 'pinned' });
  });

  it('tries it at once where the user forces it', async () => {
    const { state, composed } = fragile();
    for (const _ of [1, 2, 3]) await composed.compress(due);
    state.isBroken = false;
    await composed.compress(forced(messages));
    expect(state.asked).toBe(3);
    await composed.compress(due);
    expect(state.asked).toBe(4);
  });

  it('stays closed where the engine works, and has nothing to win', async () => {
    const composed = fallback(unchanged('ineffective'), dropping(1), { maxFailureCount: 1 });
    await composed.compress(due);
    expect(composed.status?.().counters).toMatchObject({ failuresInARow: 0, takeovers: 1 });
  });
});

describe('the other members of a fallback', () => {
  it('asks from the threshold of the first on, or of the second where the first will not ask', () => {
    const second = dropping(1, { shouldCompress: (size) => size >= 500 });
    const asks = (first: ContextEngine) =>
      [499, 500, 1_000].map((size) => fallback(first, second).shouldCompress(size));
    expect(asks(engine())).toEqual([false, false, true]);
    const status = { thresholdTokens: 1_000, compressionCount: 0 };
    expect(asks(engine({ status: () => status }))).toEqual([false, false, true]);
    const blocked = { reason: 'ineffective', detail: 'Saved nothing.' } as const;
    const waiting = engine({ shouldCompress: () => false, status: () => ({ ...status, blocked }) });
    expect(asks(waiting)).toEqual([false, true, true]);
  });

  it('prunes and selects with the first that can, and that does it soundly', () => {
    const request = { messages, promptTokens: 10 };
    expect(fallback(engine(), engine()).pruneOnly).toBeUndefined();
    expect(fallback(engine(), clearing()).pruneOnly?.(messages)).toMatchObject({ report: { rewritten: [3, 7, 11] } });
    const bad = engine({
      pruneOnly: () => ({ kind: 'compressed', messages: [] }),
      selectContext: () => [],
    });
    const good = clearing({ selectContext: () => messages.slice(0, 1).concat(messages.slice(-4)) });
    const composed = fallback(named('bad', bad), good);
    expect(composed.pruneOnly?.(messages)).toMatchObject({ kind: 'compressed' });
    expect(composed.selectContext?.(request)).toHaveLength(5);
    expect(fallback(bad, engine()).pruneOnly?.(messages)).toMatchObject({ reason: 'engine-failed' });
    const idle = engine({
      pruneOnly: () => ({ kind: 'unchanged', reason: 'nothing-to-compress' }),
      selectContext: () => undefined,
    });
    const content = fallback(idle, good);
    expect(content.pruneOnly?.(messages)).toMatchObject({ reason: 'nothing-to-compress' });
    expect(content.selectContext?.(request)).toBeUndefined();
  });

  it('tells the one of a commit whose work was stored', async () => {
    const heard: string[] = [];
    const hearing = (name: string, inner: ContextEngine) => ({ ...inner, onCommit: async () => void heard.push(name) });
    const composed = fallback(hearing('first', failing()), hearing('second', dropping(1)));
    await composed.compress(due);
    const receipt = { sessionId: 's1', revision: 1, inPlace: true };
    await composed.onCommit?.(receipt);
    expect(heard).toEqual(['second']);
    const sound = fallback(hearing('first', dropping(1)), hearing('second', dropping(2)));
    await sound.compress(due);
    await sound.onCommit?.(receipt);
    expect(heard).toEqual(['second', 'first']);
  });

  it('refuses to fall back to itself', () => {
    const twin = engine();
    expect(() => fallback(twin, twin)).toThrow('fallback was given one engine twice');
  });
});
