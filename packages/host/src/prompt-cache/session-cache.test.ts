import type { AssistantMessage } from '@hermes-context/contract';
import { createMemorySessionStore } from '@hermes-context/sessions';
import { manualClock } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { configOf } from '../config.fixture.ts';
import { hostWith, talk, verboseModel, wordsOf } from '../host.fixture.ts';
import type { TurnEvent } from '../host-types.ts';
import { scriptedModel } from '../scripted-model.fixture.ts';
import { SessionCache } from './session-cache.ts';

const CLAUDE = { name: 'claude-sonnet-5', provider: 'anthropic' } as const;

async function cacheOf(model: Parameters<typeof scriptedModel>[0], settings: object = {}): Promise<SessionCache> {
  const { prompt_caching } = await configOf({ prompt_caching: settings });
  return new SessionCache({ settings: prompt_caching, model: scriptedModel(model) });
}

const chat = (...texts: readonly string[]) =>
  ({
    shape: 'openai-chat',
    messages: texts.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content })),
  }) as const;

describe('the cache of a session', () => {
  it('S-106 says in one line whether prompts are cached, for whom and for how long', async () => {
    const viaRouter = { info: { name: 'anthropic/claude-sonnet-5' }, route: 'https://openrouter.ai/api/v1' };
    expect((await cacheOf(viaRouter)).status()).toMatchObject({
      isEnabled: true,
      line: 'Prompt caching: ENABLED (Claude via OpenRouter, 5m TTL)',
      strategy: 'peat',
    });
    expect((await cacheOf(viaRouter, { cache_ttl: '1h' })).status().line).toContain('1h TTL');
  });

  it('S-105 is off where the route is not known, and where it was switched off', async () => {
    const local = await cacheOf({ info: { name: 'claude-sonnet-5' }, route: 'http://127.0.0.1:1' });
    expect(local.status()).toMatchObject({ isEnabled: false, strategy: 'none' });
    expect(local.status().line).toMatch(/^Prompt caching: off \(/);
    expect(local.prices).toBeUndefined();
    const off = await cacheOf({ info: CLAUDE }, { strategy: 'none' });
    expect(off.status()).toMatchObject({
      isEnabled: false,
      line: 'Prompt caching: off (prompt_caching.strategy is none)',
    });
    const prompt = chat('Hello.');
    expect(off.prepare(prompt, 0)).toBe(prompt);
  });

  it('goes by the lifetime in use where it is learned, in what it says and in what tokens cost', async () => {
    const cache = await cacheOf({ info: CLAUDE }, { auto_ttl: true, cache_ttl: '1h' });
    expect(cache.status()).toMatchObject({ ttl: '5m', line: expect.stringContaining('5m TTL') });
    for (let turn = 0; turn < 4; turn += 1) {
      cache.prepare(chat(...Array.from({ length: turn * 2 + 1 }, (_, index) => `${index}`)), turn * 1_200_000);
      cache.report({ promptTokens: 20_000 + turn, completionTokens: 1 });
    }
    expect(cache.status()).toMatchObject({ ttl: '1h', line: expect.stringContaining('1h TTL') });
    expect(cache.prices?.writeRatio).toBe(2);
  });

  it.each<[string, object, object]>([
    ['a provider that sets its own', { name: 'gpt-5.6-sol', provider: 'openai' }, {}],
    ['one that was learned', CLAUDE, { auto_ttl: true }],
  ])('is not taken for cold six minutes after a restart with the lifetime of %s', async (_, info, settings) => {
    const { prompt_caching } = await configOf({ prompt_caching: settings });
    const model = scriptedModel({ info });
    const cache = new SessionCache({ settings: prompt_caching, model, lastActiveAt: 0 });
    expect([cache.isCold(360_000), cache.isCold(3_600_000)]).toEqual([false, true]);
  });

  it('marks the prompt of a route that takes marks', async () => {
    const cache = await cacheOf({ info: CLAUDE });
    const sent = cache.prepare(
      { shape: 'anthropic', system: 'Help.', messages: [{ role: 'user', content: 'Hi.' }] },
      0,
    );
    expect(JSON.stringify(sent).match(/cache_control/g)).toHaveLength(2);
  });

  it('knows what reading and writing cost, an hour more than five minutes', async () => {
    expect((await cacheOf({ info: CLAUDE })).prices).toEqual({ readRatio: 0.1, writeRatio: 1.25, outputRatio: 5 });
    expect((await cacheOf({ info: CLAUDE }, { cache_ttl: '1h' })).prices?.writeRatio).toBe(2);
  });
});

describe('a session', () => {
  it('keeps the id that providers know it by through rotations and restarts', async () => {
    const store = createMemorySessionStore();
    const open = () => hostWith({ store, model, compression: { in_place: false } });
    const model = verboseModel();
    const first = await open();
    const session = await first.newSession();
    const begun = session.id;
    await talk(session, 20);
    expect(session.id).not.toBe(begun);
    await first.close();
    const second = await open();
    const resumed = await second.resumeSession(session.id);
    await talk(resumed, 20);
    await second.close();
    expect(new Set(model.requests.map(({ promptCacheKey }) => promptCacheKey))).toEqual(new Set([begun]));
  });

  it('tells of a cache that was lost though nothing was rewritten, and not of one that a compaction cost', async () => {
    const reads = [0, 2_000, 2_300, 100, 2_900];
    const clock = manualClock();
    const model = scriptedModel({
      info: { ...CLAUDE, contextTokens: 200_000 },
      answer: async (_, index) => {
        const message: AssistantMessage = { role: 'assistant', content: 'Done.' };
        const usage = { promptTokens: 2_000 + index * 300, completionTokens: 2, cacheReadTokens: reads[index] ?? 0 };
        return { message, finish: 'stop', usage };
      },
    });
    const host = await hostWith({ model, clock });
    const session = await host.newSession();
    const notices: (readonly string[])[] = [];
    for (let turn = 0; turn < reads.length; turn += 1) {
      const events: TurnEvent[] = [];
      await session.runTurn(wordsOf(`w${turn}_`), { onEvent: (event) => events.push(event) });
      notices.push(events.flatMap((event) => (event.type === 'notice' ? [event.text] : [])));
      clock.advance(1_000);
    }
    expect(notices.map(({ length }) => length)).toEqual([0, 0, 0, 1, 0]);
    expect(notices[3]?.[0]).toContain('Only 100 of 2,600 cached tokens were read.');
    expect(session.status().cache).toMatchObject({ requests: 5, readTokens: 7_300 });
    await host.close();
  });

  it('leaves out thinking that the model refuses after a rewrite, and says so', async () => {
    const model = scriptedModel({
      info: { name: 'claude-opus-5-5', provider: 'anthropic', contextTokens: 8_000 },
      answer: (_, index) => ({
        content: `Answer ${index}: ${wordsOf(`a${index}_`)}`,
        reasoning_content: `Thought ${index}.`,
      }),
    });
    const host = await hostWith({ model });
    const session = await host.newSession();
    await talk(session, 3);
    const before = model.requests.at(-1)?.messages.filter((message) => 'reasoning_content' in message);
    expect(before).toHaveLength(2);
    const report = await session.compact();
    expect(report).toMatchObject({ kind: 'compacted' });
    expect(report.warnings.filter((warning) => warning.includes('is left out of requests'))).toHaveLength(1);
    await talk(session, 1);
    expect(model.requests.at(-1)?.messages.filter((message) => 'reasoning_content' in message)).toEqual([]);
    await talk(session, 1);
    expect(model.requests.at(-1)?.messages.filter((message) => 'reasoning_content' in message)).toHaveLength(1);
    expect(session.messages().some((message) => 'reasoning_content' in message)).toBe(true);
    await host.close();
  });
});
