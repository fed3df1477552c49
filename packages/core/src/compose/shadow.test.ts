import { setImmediate } from 'node:timers/promises';
import type { CompressOutcome, ContextEngine } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { named } from './named-engine.ts';
import { answering, clearing, conversation, dropping, engine, forced, summing } from './parts.fixture.ts';
import { shadow } from './shadow.ts';
import type { ShadowReport } from './shadow-report.ts';
import type { ShadowOptions } from './shadow-run.ts';

const messages = conversation(4);
const never = new Promise<never>(() => undefined);

/** A shadow, its reports, and a way to wait until the candidate has come to rest. */
function watched(primary: ContextEngine, candidate: ContextEngine, options: ShadowOptions = {}) {
  const reports: ShadowReport[] = [];
  let nowMs = 0;
  const clock = { now: () => (nowMs += 5) };
  const composed = shadow(primary, named('next', candidate), {
    clock,
    onReport: (report) => reports.push(report),
    ...options,
  });
  const rest = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  };
  return { composed, reports, rest };
}

describe('shadow', () => {
  it('gives the answer of the primary before the candidate has begun', async () => {
    const outcome: CompressOutcome = { kind: 'unchanged', reason: 'pinned' };
    let isAsked = false;
    const candidate = engine({
      compress: async () => {
        isAsked = true;
        return never;
      },
    });
    const { composed, rest } = watched(answering(outcome), candidate);
    expect(await composed.compress(forced(messages))).toBe(outcome);
    expect(isAsked).toBe(false);
    await rest();
    expect(isAsked).toBe(true);
    await composed.dispose?.();
  });

  it('compares both in figures, and keeps no word of either', async () => {
    const { composed, reports, rest } = watched(clearing(), summing('A secret plan.'));
    const outcome = await composed.compress(forced(messages));
    await rest();
    expect(outcome).toMatchObject({ report: { rewritten: [3, 7, 11] } });
    expect(reports).toEqual([
      {
        before: { messages: 17, tokens: expect.any(Number), violations: 0 },
        primary: { outcome: 'compressed', after: { messages: 17, tokens: expect.any(Number), violations: 0 }, ms: 5 },
        candidate: {
          outcome: 'compressed',
          after: { messages: 7, tokens: expect.any(Number), violations: 0 },
          summarySource: 'model',
          ms: 5,
        },
      },
    ]);
    expect(JSON.stringify(reports)).not.toMatch(/secret|Read file/);
    expect(composed.status?.()).toEqual({
      thresholdTokens: 1_000,
      compressionCount: 1,
      counters: {
        'next.runs': 1,
        'next.skipped': 0,
        'next.failed': 0,
        'next.smaller': 1,
        'next.missedNotices': 0,
        troubles: 0,
      },
    });
  });

  it.each<[string, ContextEngine, object]>([
    [
      'throws',
      engine({ compress: () => Promise.reject(new Error('A secret plan.')) }),
      { how: 'threw', promise: 'P4' },
    ],
    [
      'edits',
      engine({
        compress: async (request) => {
          (request.messages as unknown[]).pop();
          return never;
        },
      }),
      { how: 'threw', promise: 'P5' },
    ],
    ['never ends', engine({ compress: () => never }), { how: 'timed-out', promise: 'P3' }],
    ['breaks a promise', answering({ kind: 'compressed', messages: [] }), { how: 'broke-promise', promise: 'P1' }],
  ])('tells of a candidate that %s, and nobody else notices', async (_, candidate, failure) => {
    const { composed, reports, rest } = watched(dropping(1), candidate, { timeoutMs: 1 });
    const outcome = await composed.compress(forced(messages));
    await rest();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await rest();
    expect(outcome).toEqual(await dropping(1).compress(forced(messages)));
    expect(reports).toMatchObject([{ candidate: { outcome: 'failed', failure } }]);
    expect(JSON.stringify(reports)).not.toContain('secret');
    expect(composed.status?.().counters).toMatchObject({ 'next.failed': 1, troubles: 1 });
  });

  it('tells of a primary that fails or breaks a promise too, though its answer is used', async () => {
    const bad = { kind: 'compressed', messages: messages.slice(1) };
    const { composed, reports, rest } = watched(answering(bad), dropping(1));
    expect(await composed.compress(forced(messages))).toBe(bad);
    await rest();
    expect(reports).toMatchObject([
      { primary: { outcome: 'failed', failure: { promise: 'P2' }, after: { messages: 16 } } },
    ]);
    const throwing = watched(engine({ compress: () => Promise.reject(new Error('no disk')) }), dropping(1));
    await expect(throwing.composed.compress(forced(messages))).rejects.toThrow('no disk');
    await throwing.rest();
    expect(throwing.reports).toMatchObject([{ primary: { outcome: 'failed', failure: { how: 'threw' } } }]);
  });

  it('runs the candidate once at a time', async () => {
    const { composed, reports, rest } = watched(dropping(1), engine({ compress: () => never }));
    await composed.compress(forced(messages));
    await rest();
    await composed.compress(forced(messages));
    expect(composed.status?.().counters).toMatchObject({ 'next.skipped': 1, 'next.runs': 0 });
    await composed.dispose?.();
    expect(reports).toEqual([]);
  });

  it('runs nothing for a compaction that the host stopped', async () => {
    const stop = new AbortController();
    const stopping = engine({
      compress: async () => {
        stop.abort(new Error('stopped'));
        throw new Error('stopped');
      },
    });
    const { composed, reports, rest } = watched(stopping, dropping(1));
    await expect(composed.compress(forced(messages, { signal: stop.signal }))).rejects.toThrow('stopped');
    await rest();
    expect(reports).toEqual([]);
  });

  it('aborts the candidate when the session ends, and disposes of both whatever happens', async () => {
    const heard: string[] = [];
    const candidate = engine({
      compress: ({ signal }) => {
        signal.addEventListener('abort', () => heard.push('aborted'));
        return never;
      },
      dispose: async () => {
        heard.push('candidate');
        throw new Error('no disk');
      },
    });
    const primary = dropping(1, { dispose: () => Promise.reject(new Error('in use')) });
    const { composed, rest } = watched(primary, candidate);
    await composed.compress(forced(messages));
    await rest();
    await expect(composed.dispose?.()).rejects.toThrow('in use');
    expect(heard).toEqual(['aborted', 'candidate']);
  });

  it('ends at once, however much the candidate was still to be told', async () => {
    const heard: string[] = [];
    const { composed, rest } = watched(engine(), engine({ updateFromResponse: () => void heard.push('usage') }));
    for (let count = 0; count < 1_500; count += 1)
      composed.updateFromResponse({ promptTokens: 1, completionTokens: 1 });
    expect(composed.status?.().counters).toMatchObject({ 'next.missedNotices': 500 });
    const ended = composed.dispose?.().then(() => heard.push('ended'));
    await rest(); // far fewer turns than there are notices
    expect(heard).toEqual(['ended']);
    await ended;
  });

  it('runs the candidate again once it is done', async () => {
    const { composed, reports, rest } = watched(dropping(1), dropping(2));
    await composed.compress(forced(messages));
    await rest();
    await composed.compress(forced(messages));
    await rest();
    expect(reports).toHaveLength(2);
  });

  it('tells both what the host tells, the candidate when it has time', async () => {
    const heard: string[] = [];
    const hearing = (name: string, members: Partial<ContextEngine> = {}) =>
      engine({
        updateFromResponse: () => void heard.push(`${name} usage`),
        updateModel: () => void heard.push(`${name} model`),
        onTurnComplete: () => void heard.push(`${name} turn`),
        ...members,
      });
    let finish = (): void => undefined;
    const busy = new Promise<CompressOutcome>((resolve) => {
      finish = () => resolve({ kind: 'unchanged', reason: 'pinned' });
    });
    const { composed, rest } = watched(hearing('primary'), hearing('candidate', { compress: () => busy }));
    await composed.compress(forced(messages));
    composed.updateFromResponse({ promptTokens: 10, completionTokens: 1 });
    composed.updateModel?.({ name: 'tiny', contextTokens: 2_000 });
    composed.onTurnComplete?.({ added: [] });
    await rest();
    expect(heard).toEqual(['primary usage', 'primary model', 'primary turn']);
    finish();
    await rest();
    expect(heard.slice(3)).toEqual(['candidate usage', 'candidate model', 'candidate turn']);
  });

  it('lends the tools of the primary alone, and asks it alone for everything else', async () => {
    const tools = [{ name: 'grep', description: 'Looks.', parameters: { type: 'object' }, execute: async () => '' }];
    const heard: string[] = [];
    const candidate = clearing({
      tools,
      onCommit: async () => void heard.push('commit'),
      selectContext: () => messages,
    });
    expect(Object.keys(shadow(engine(), candidate)).toSorted()).toEqual([
      'compress',
      'dispose',
      'onTurnComplete',
      'shouldCompress',
      'status',
      'updateFromResponse',
      'updateModel',
    ]);
    class Strict {
      #size = 10;
      updateFromResponse(): void {}
      shouldCompress(size: number): boolean {
        return size > this.#size;
      }
      async compress(): Promise<CompressOutcome> {
        return { kind: 'unchanged', reason: 'pinned' };
      }
      pruneOnly(): CompressOutcome {
        return { kind: 'unchanged', reason: this.#size > 1 ? 'pinned' : 'disabled' };
      }
      hasContentToCompress(): boolean {
        return this.#size > 1;
      }
      async onCommit(): Promise<void> {
        heard.push('primary');
      }
    }
    const composed = shadow(new Strict(), candidate);
    expect(composed.pruneOnly?.(messages)).toMatchObject({ reason: 'pinned' });
    expect(composed.hasContentToCompress?.(messages)).toBe(true);
    await composed.onCommit?.({ sessionId: 's1', revision: 1, inPlace: true });
    expect(heard).toEqual(['primary']);
  });

  it('comes through a listener that throws', async () => {
    const onReport = (): never => {
      throw new Error('no disk');
    };
    const { composed, rest } = watched(dropping(1), dropping(2), { onReport });
    await composed.compress(forced(messages));
    await rest();
    expect(composed.status?.().counters).toMatchObject({ 'next.runs': 1, troubles: 1 });
  });
});
