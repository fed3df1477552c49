import { describe, expect, it } from 'vitest';
import type { WirePrompt } from '../wire-prompt.ts';
import type { CacheAlarm } from './cache-alarm.ts';
import type { CacheUsage } from './cache-usage.ts';
import { options } from './conversation.fixture.ts';
import { createPromptCache, type PromptCache, type PromptCacheOptions } from './prompt-cache.ts';
import { anthropicRoute, implicitRoute, promptOf, result, start, step, steps, user } from './prompts.fixture.ts';

const MINUTE_MS = 60_000;
const first = promptOf(start);
const second = promptOf([...start, ...step('d')]);
const written: CacheUsage = { promptTokens: 10_000, cacheReadTokens: 0, cacheWriteTokens: 10_000 };
const reads = (cacheReadTokens: number): CacheUsage => ({
  promptTokens: 11_000,
  cacheReadTokens,
  cacheWriteTokens: 11_000 - cacheReadTokens,
});

interface Exchange {
  readonly prompt: WirePrompt;
  readonly usage: CacheUsage;
  readonly gapMs?: number;
  /** What the host does before the request. */
  readonly before?: (cache: PromptCache) => void;
}

/** The alarms of a conversation, one place a request. */
function alarmsOf(
  exchanges: readonly Exchange[],
  settings: Partial<PromptCacheOptions> = {},
): readonly (CacheAlarm | undefined)[] {
  const cache = createPromptCache({ ...options, ...settings });
  let nowMs = 0;
  const alarms = exchanges.map(({ prompt, usage, gapMs = 1_000, before }) => {
    nowMs += gapMs;
    before?.(cache);
    cache.prepare(prompt, nowMs);
    return cache.report(usage);
  });
  expect(cache.status().alarms).toBe(alarms.filter((alarm) => alarm !== undefined).length);
  return alarms;
}

/** The alarm of a second request. */
function alarmOf(exchange: Exchange, settings?: Partial<PromptCacheOptions>): CacheAlarm | undefined {
  return alarmsOf([{ prompt: first, usage: written }, exchange], settings)[1];
}

describe('an alarm about what was not read', () => {
  it('comes under half of the prompt before, and not at half', () => {
    expect(alarmOf({ prompt: second, usage: reads(4_999) })?.kind).toBe('not_read');
    expect(alarmOf({ prompt: second, usage: reads(5_000) })).toBeUndefined();
  });

  it('says that nothing changed here, when nothing did', () => {
    expect(alarmOf({ prompt: second, usage: reads(1_200) })).toEqual({
      kind: 'not_read',
      expectedTokens: 10_000,
      readTokens: 1_200,
      description:
        'Only 1,200 of 10,000 cached tokens were read. The prompt goes on from the one before without a change, so ' +
        'the provider dropped it early, or another machine answered.',
    });
  });

  it('names what changed', () => {
    const system = { system: 'It is 10:01.' };
    const before = { prompt: promptOf(start, { system: 'It is 10:00.' }), usage: written };
    const [, alarm] = alarmsOf([before, { prompt: promptOf([...start, ...step('d')], system), usage: reads(0) }]);
    expect(alarm).toMatchObject({
      kind: 'prefix_changed',
      difference: { part: 'system', index: 0, cause: 'date_time' },
      description:
        'Only 0 of 10,000 cached tokens were read. The prompt first differs in system[0]: "It is 10:01." stands where ' +
        '"It is 10:00." stood. Probably a date or time, which belongs into the newest user message or must be fixed ' +
        'for the session.',
    });
  });

  it('names a message that was rewritten, unless the host says that it did so on purpose', () => {
    const pruned = promptOf([...start.with(2, result('c0', '[cut]')), ...step('d')]);
    expect(alarmOf({ prompt: pruned, usage: reads(0) })).toMatchObject({
      kind: 'prefix_changed',
      difference: { part: 'messages', index: 2, block: 0 },
    });
    const note = (cache: PromptCache): void => cache.noteRewrite();
    expect(alarmOf({ prompt: pruned, usage: reads(0), before: note })).toBeUndefined();
  });

  it('holds the note for one report only, also when a request fails in between', () => {
    const cache = createPromptCache(options);
    cache.prepare(first, 0);
    cache.report(written);
    cache.noteRewrite();
    const pruned = start.with(2, result('c0', '[cut]'));
    cache.prepare(promptOf(pruned), 1); // no answer
    cache.prepare(promptOf(pruned), 2);
    expect(cache.report(reads(0))).toBeUndefined();
    cache.prepare(promptOf([...pruned, ...step('d')]), 3);
    expect(cache.report(reads(0))?.kind).toBe('not_read');
  });

  it.each<[string, Exchange, Partial<PromptCacheOptions>]>([
    ['the lifetime is over', { prompt: second, usage: reads(0), gapMs: 5 * MINUTE_MS }, {}],
    [
      'the prompt before was too short to be cached',
      { prompt: second, usage: reads(0) },
      { facts: { minTokens: 10_001 } },
    ],
    ['the user went back', { prompt: promptOf([...start.slice(0, 3), user('No.')]), usage: reads(0) }, {}],
    ['the provider does not say what it read', { prompt: second, usage: { promptTokens: 11_000 } }, {}],
    ['nothing is ever cached', { prompt: second, usage: reads(0) }, { strategy: 'none' }],
    ['the model changed', { prompt: second, usage: reads(0), before: (cache) => cache.reset() }, {}],
  ])('does not come when %s', (_, exchange, settings) => {
    expect(alarmOf(exchange, settings)).toBeUndefined();
  });

  it('comes after a pause that the lifetime outlasts', () => {
    const late = { prompt: second, usage: reads(0), gapMs: 59 * MINUTE_MS };
    expect(alarmOf(late, { ttl: '1h' })?.kind).toBe('not_read');
    expect(alarmOf({ ...late, gapMs: 5 * MINUTE_MS - 1 })?.kind).toBe('not_read');
  });

  it('does not judge one request twice, or an answer to none', () => {
    const cache = createPromptCache(options);
    expect(cache.report(written)).toBeUndefined();
    cache.prepare(first, 0);
    cache.report(written);
    expect(cache.report(reads(0))).toBeUndefined();
  });

  it('waits for a first read where writes are not reported: the route may not cache at all', () => {
    const unread = { promptTokens: 10_000, cacheReadTokens: 0 };
    const read = { promptTokens: 11_000, cacheReadTokens: 9_984 };
    const third = promptOf([...start, ...step('d'), ...step('e')]);
    const fourth = promptOf([...third.messages, ...step('f')]);
    const kinds = alarmsOf(
      [
        { prompt: first, usage: unread },
        { prompt: second, usage: unread },
        { prompt: third, usage: read },
        { prompt: fourth, usage: unread },
      ],
      { route: implicitRoute },
    ).map((alarm) => alarm?.kind);
    expect(kinds).toEqual([undefined, undefined, undefined, 'not_read']);
  });
});

describe('an alarm about markers without effect', () => {
  const exchanges = (usage: CacheUsage, count: number): readonly Exchange[] =>
    Array.from({ length: count }, (_, index) => ({ prompt: promptOf([user('Fix it.'), ...steps(0, index)]), usage }));
  const kindsOf = (usage: CacheUsage, settings: Partial<PromptCacheOptions> = {}): readonly unknown[] =>
    alarmsOf(exchanges(usage, 8), settings).map((alarm) => alarm?.kind);
  const nothing: CacheUsage = { promptTokens: 2_000, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const silence = Array(8).fill(undefined);

  it('comes once, with the third request', () => {
    expect(kindsOf(nothing)).toEqual(silence.with(2, 'never_cached'));
    expect(alarmsOf(exchanges(nothing, 3))[2]?.description).toBe(
      'Cache markers were sent 3 times on prompts of at least 1,024 tokens, and nothing was written or read. Caching ' +
        'does not work on this route, or this model needs longer prompts.',
    );
  });

  it('comes one later where writes are not reported, as the first request could not read', () => {
    expect(kindsOf({ promptTokens: 2_000, cacheReadTokens: 0 })).toEqual(silence.with(3, 'never_cached'));
  });

  it('does not come for short prompts, without markers, or without figures', () => {
    expect(kindsOf(nothing, { facts: { minTokens: 4_096 } })).toEqual(silence);
    expect(kindsOf(nothing, { strategy: 'none' })).toEqual(silence);
    expect(kindsOf(nothing, { route: { ...anthropicRoute, placement: 'none' } })).toEqual(silence);
    expect(kindsOf({ promptTokens: 2_000 })).toEqual(silence);
  });

  it('counts anew after a request that was cached', () => {
    const [one = { prompt: first, usage: nothing }, ...more] = exchanges(nothing, 5);
    const cached = { ...one, usage: { ...nothing, cacheWriteTokens: 1_500 } };
    const alarms = alarmsOf([one, one, cached, ...more.slice(0, 2)]);
    expect(alarms.map((alarm) => alarm?.kind)).not.toContain('never_cached');
  });
});
