import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cachePrices, promptCost } from '../cost/prices.ts';
import { findRoute } from '../routes/find-route.ts';
import type { WireObject, WirePrompt } from '../wire-prompt.ts';
import type { CacheTokens } from './anthropic-cache.ts';
import { blocksOf } from './blocks-of.ts';
import { type RecordedStep, recordedSteps } from './recorded-steps.ts';
import { CACHE_STRATEGIES, type CacheStrategyName, type Replay, replay } from './replay.ts';

const SONNET = { provider: 'anthropic', model: 'claude-sonnet-5' };
const SYSTEM = 'Answer in one line. '.repeat(400);
const KINDS = ['readTokens', 'write5mTokens', 'write1hTokens', 'uncachedTokens'] as const;
const names = fc.constantFrom<CacheStrategyName[]>(
  'none',
  'system_and_3',
  'system_and_3_1h',
  'peat',
  'peat_1h',
  'peat_auto',
);

/** A person and a model in turns, so many answers; in both forms the messages are the same. */
function chatOf(answers: number): WirePrompt {
  const messages = Array.from({ length: answers }, (_, turn): readonly WireObject[] => [
    { role: 'user', content: `Question ${turn}: ${'why? '.repeat(100)}` },
    { role: 'assistant', content: `Answer ${turn}: ${'so. '.repeat(100)}` },
  ]).flat();
  return { shape: 'openai-chat', messages: [{ role: 'system', content: SYSTEM }, ...messages] };
}

function play(steps: Iterable<RecordedStep>, name: CacheStrategyName, at: typeof SONNET = SONNET): Replay {
  const prices = cachePrices(at.model, at.provider);
  return replay(steps, { strategy: CACHE_STRATEGIES[name], model: at.model, route: findRoute(at), prices });
}

function sumOf(tokens: CacheTokens): number {
  return KINDS.reduce((sum, kind) => sum + tokens[kind], 0);
}

describe('a conversation that is played through a cache', () => {
  it('costs what its requests cost, and its tokens are theirs', () => {
    const pauses = fc.constantFrom(1_000, 60_000, 600_000, 4_000_000);
    fc.assert(
      fc.property(names, fc.nat(6), pauses, (name, answers, gapMs) => {
        const whole = chatOf(answers);
        const { requests, ...all } = play(recordedSteps(whole, { gapMs }), name);
        const prices = cachePrices(SONNET.model);
        const steps = [...recordedSteps(whole, { gapMs })];
        expect(requests.map(({ atMs }) => atMs)).toEqual(steps.map(({ atMs }) => atMs));
        for (const [index, { tokens, costTokens }] of requests.entries()) {
          const size = blocksOf(steps[index]?.prompt ?? whole).reduce((sum, block) => sum + block.tokens, 0);
          expect(sumOf(tokens)).toBe(size);
          expect(costTokens).toBe(promptCost(tokens, prices).inputTokens);
        }
        for (const kind of KINDS)
          expect(all.tokens[kind]).toBe(requests.reduce((sum, { tokens }) => sum + tokens[kind], 0));
        expect(all.costTokens).toBeCloseTo(promptCost(all.tokens, prices).inputTokens, 3);
        expect(all.costUsd).toBeCloseTo(promptCost(all.tokens, prices).usd ?? Number.NaN, 9);
      }),
      { numRuns: 40 },
    );
  });

  it('is not cached at all without a strategy, even where the provider would by itself', () => {
    for (const at of [SONNET, { provider: 'deepseek', model: 'deepseek-chat' }]) {
      const { tokens, costTokens } = play(recordedSteps(chatOf(4), { gapMs: 1_000 }), 'none', at);
      expect(tokens).toMatchObject({ readTokens: 0, write5mTokens: 0, write1hTokens: 0 });
      expect(costTokens).toBe(tokens.uncachedTokens);
    }
  });

  it.each([
    ['openai', 'gpt-5.6'],
    ['openrouter', 'openai/gpt-5.6'],
    ['openai', 'gpt-5.5'],
    ['deepseek', 'deepseek-chat'],
  ])(
    'is read to the end of the prompt before, give or take a block, where %s marks it itself for %s',
    (provider, model) => {
      const { requests } = play(recordedSteps(chatOf(12), { gapMs: 1_000 }), 'peat', { provider, model });
      const [before, last] = requests.slice(-2).map(({ tokens }) => tokens);
      expect(before).toBeDefined();
      if (before !== undefined) expect(last?.readTokens).toBeGreaterThan(sumOf(before) - 2_048);
    },
  );

  it('is taken by Anthropic in the form of a chat, too, where a message carries a marker itself', () => {
    const call = { id: 'a', type: 'function', function: { name: 'read', arguments: '{}' } };
    const messages: readonly WireObject[] = [
      { role: 'system', content: SYSTEM },
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'a', content: 'Nothing.' },
    ];
    const steps = recordedSteps({ shape: 'openai-chat', messages }, { gapMs: 1_000 });
    const [first, second] = play(steps, 'system_and_3').requests;
    expect(second?.tokens.readTokens).toBe(first?.tokens.write5mTokens);
  });

  it('is billed in full where nobody is known to cache', () => {
    const { tokens } = play(recordedSteps(chatOf(4), { gapMs: 1_000 }), 'peat', { provider: 'custom', model: 'mine' });
    expect(tokens.readTokens).toBe(0);
    expect(tokens.uncachedTokens).toBe(sumOf(tokens));
  });

  it('writes for as long as the strategy says', () => {
    const tokensOf = (name: CacheStrategyName): CacheTokens =>
      play(recordedSteps(chatOf(4), { gapMs: 1_000 }), name).tokens;
    expect(tokensOf('peat')).toMatchObject({ write1hTokens: 0, write5mTokens: expect.toSatisfy(isPositive) });
    expect(tokensOf('peat_1h')).toMatchObject({ write5mTokens: 0, write1hTokens: expect.toSatisfy(isPositive) });
  });

  it('says which request did not go on from the one before, and nothing where all did', () => {
    const steps = [...recordedSteps(chatOf(4), { gapMs: 1_000 })];
    expect(play(steps, 'peat').firstDivergence).toBeUndefined();
    const edited = steps.map((step, index) => (index < 2 ? step : withSystem(step, 'Now in two lines.')));
    expect(play(edited, 'peat').firstDivergence?.request).toBe(2);
  });
});

function isPositive(tokens: unknown): boolean {
  return typeof tokens === 'number' && tokens > 0;
}

function withSystem({ prompt, atMs }: RecordedStep, content: string): RecordedStep {
  return { atMs, prompt: { ...prompt, messages: [{ role: 'system', content }, ...prompt.messages.slice(1)] } };
}
