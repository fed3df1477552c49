import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findModelFacts } from './find-model-facts.ts';
import type { ModelPrice } from './model-facts.ts';
import { MODEL_FACTS } from './model-table.ts';

describe('findModelFacts', () => {
  it.each([
    ['claude-opus-5-5', 'claude-opus-5-5'],
    ['anthropic/claude-opus-5.5', 'claude-opus-5-5'],
    ['us.anthropic.claude-haiku-4-5-20251001-v1:0', 'claude-haiku-4-5'],
    ['Claude-Opus-5', 'claude-opus-5'],
    ['claude-sonnet-4-20250514', 'claude-sonnet-4'],
    ['openai/gpt-5.5:free', 'gpt-5.5'],
    ['gemini-3.1-pro-preview', 'gemini-3.1-pro'],
    ['glm-5.2-1M', 'glm-5.2'],
    ['glm-5.3-flash', 'glm-5.3-flash'],
  ])('knows %s as %s', (name, key) => {
    expect(findModelFacts(name)?.key).toBe(key);
  });

  it.each(['claude-opus-5-7', 'gpt-5.5-mini', 'gpt-6.2-sol', 'my-claude', 'xclaude-opus-5', 'glm-5.21', ''])(
    'does not mistake %j for a model it knows',
    (name) => {
      expect(findModelFacts(name)).toBeUndefined();
    },
  );

  it.each([
    ['openai-codex', 272_000],
    [' OpenAI-Codex ', 272_000],
    ['github-copilot', 400_000],
    ['openrouter', 1_050_000],
    [undefined, 1_050_000],
  ])('gives the window of gpt-5.5 on the route %s', (provider, contextTokens) => {
    expect(findModelFacts('gpt-5.5', provider)?.contextTokens).toBe(contextTokens);
  });

  it('prefers facts of the route to a longer key without one', () => {
    expect(findModelFacts('gpt-5.6-sol', 'openai-codex')).toMatchObject({ key: 'gpt-5.6', contextTokens: 272_000 });
    expect(findModelFacts('gpt-6.1-sol', 'openai-codex')).toMatchObject({ key: 'gpt-6.1', contextTokens: 500_000 });
  });

  it('takes the longer key when a name holds two', () => {
    expect(findModelFacts('glm-5.2-distilled-from-claude-opus-5')?.key).toBe('claude-opus-5');
    expect(findModelFacts('claude-opus-5-distilled-into-glm-5.2')?.key).toBe('claude-opus-5');
  });

  it('finds every row by its own key and route', () => {
    for (const facts of MODEL_FACTS) expect(findModelFacts(facts.key, facts.provider)).toBe(facts);
  });

  it('answers any name without throwing', () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), (name, provider) => {
        expect(findModelFacts(name, provider)?.key ?? 'unknown').toBeTypeOf('string');
      }),
    );
  });
});

describe('MODEL_FACTS', () => {
  it.each(MODEL_FACTS.map((facts) => [`${facts.key} (${facts.provider ?? 'any route'})`, facts] as const))(
    'is sane about %s',
    (_, facts) => {
      expect(new Date(`${facts.asOf}T00:00:00Z`).toISOString().slice(0, 10)).toBe(facts.asOf);
      expect(facts.source.length).toBeGreaterThan(10);
      for (const tokens of [facts.contextTokens, facts.maxOutputTokens, facts.cache?.minTokens]) {
        if (tokens !== undefined) expect(Number.isInteger(tokens) && tokens > 0).toBe(true);
      }
      if (facts.contextTokens !== undefined && facts.maxOutputTokens !== undefined) {
        expect(facts.maxOutputTokens).toBeLessThan(facts.contextTokens);
      }
      for (const price of [facts.price, facts.priceCliff?.price]) if (price !== undefined) expectSanePrice(price);
    },
  );

  it('has each key once a route', () => {
    const names = MODEL_FACTS.map(({ key, provider }) => `${provider ?? ''}:${key}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has read ratios that agree with the prices', () => {
    for (const { cache, price } of MODEL_FACTS) {
      if (cache?.readRatio === undefined || price?.cacheReadUsd === undefined) continue;
      expect(price.cacheReadUsd / price.inputUsd).toBeCloseTo(cache.readRatio, 3);
    }
  });

  it('has cliffs that go up, inside the window', () => {
    const cliffs = MODEL_FACTS.filter(({ priceCliff }) => priceCliff !== undefined);
    expect(cliffs.length).toBeGreaterThan(5);
    for (const { price, priceCliff, contextTokens } of cliffs) {
      expect(priceCliff?.aboveTokens).toBeLessThan(contextTokens ?? 0);
      expect(priceCliff?.price.inputUsd).toBeGreaterThan(price?.inputUsd ?? Number.POSITIVE_INFINITY);
    }
  });

  it.each([
    ['claude-fable-5-1', 0.025, 512],
    ['claude-opus-5-5', 0.05, 512],
    ['claude-opus-4-7', 0.1, 2_048],
    ['claude-haiku-4-5', 0.1, 4_096],
    ['gpt-6-sol', 0.1, 1_024],
    ['gpt-6.1-sol', 0.05, 1_024],
  ])('reads the cache of %s at %d of the input price, from %i tokens on', (name, readRatio, minTokens) => {
    expect(findModelFacts(name)?.cache).toMatchObject({ readRatio, minTokens });
  });
});

function expectSanePrice({ inputUsd, outputUsd, cacheReadUsd }: ModelPrice): void {
  expect(inputUsd).toBeGreaterThan(0);
  expect(outputUsd).toBeGreaterThan(inputUsd);
  if (cacheReadUsd === undefined) return;
  expect(cacheReadUsd).toBeGreaterThan(0);
  expect(cacheReadUsd).toBeLessThan(inputUsd);
}
