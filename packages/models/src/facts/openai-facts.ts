import type { ModelFacts, ModelPrice } from '../model-facts.ts';

const DOCS = 'OpenAI documentation, "Models", "Pricing" and "Prompt caching", copies of November 2026';
const THIRD_PARTY = 'Third-party price lists, November 2026';
const CODEX_CATALOGUE = 'Model catalogue inside Codex 0.171.0';
const PROJECT_DESCRIPTION = 'Project description, "Codex gpt-5.5 threshold autoraise"';
const AS_OF = '2026-12-02';

const WINDOW = { contextTokens: 1_050_000, maxOutputTokens: 128_000 } as const;
const CLIFF_TOKENS = 272_000;
const MIN_CACHED_TOKENS = 1_024;

// GPT-5.6 was the first to charge for cache writes.
function sinceGpt56(key: string, price: ModelPrice): ModelFacts {
  const { inputUsd, outputUsd, cacheReadUsd } = price;
  const dearer: ModelPrice = {
    inputUsd: inputUsd * 2,
    outputUsd: outputUsd * 1.5,
    ...(cacheReadUsd === undefined ? {} : { cacheReadUsd: cacheReadUsd * 2 }),
  };
  return {
    key,
    ...WINDOW,
    price,
    priceCliff: { aboveTokens: CLIFF_TOKENS, price: dearer },
    cache: { minTokens: MIN_CACHED_TOKENS, readRatio: 0.1, writeRatio: 1.25 },
    source: DOCS,
    asOf: AS_OF,
  };
}

// No source says whether the price cliff of GPT-6 is there too.
function gpt61(key: string, price: ModelPrice): ModelFacts {
  const cache = { minTokens: MIN_CACHED_TOKENS, readRatio: 0.05, writeRatio: 1.25 };
  return { key, ...WINDOW, price, cache, source: THIRD_PARTY, asOf: AS_OF };
}

// Subscription routes have smaller windows than the API, and no price by the token.
function onCodex(key: string, contextTokens: number): ModelFacts {
  return { key, provider: 'openai-codex', contextTokens, source: CODEX_CATALOGUE, asOf: AS_OF };
}

/** GPT models, on OpenAI's own API and on the routes that cut their windows. */
export const OPENAI_FACTS: readonly ModelFacts[] = [
  {
    key: 'gpt-5.5',
    ...WINDOW,
    price: { inputUsd: 5, outputUsd: 30, cacheReadUsd: 0.5 },
    priceCliff: { aboveTokens: CLIFF_TOKENS, price: { inputUsd: 10, outputUsd: 45, cacheReadUsd: 1 } },
    // Cached in steps of 2,048 tokens, so that less is never cached.
    cache: { minTokens: 2_048, readRatio: 0.1, writeRatio: 1 },
    source: DOCS,
    asOf: AS_OF,
  },
  sinceGpt56('gpt-5.6-sol', { inputUsd: 4, outputUsd: 20, cacheReadUsd: 0.4 }),
  sinceGpt56('gpt-5.6-terra', { inputUsd: 2, outputUsd: 12, cacheReadUsd: 0.2 }),
  sinceGpt56('gpt-5.6-luna', { inputUsd: 0.2, outputUsd: 1.2, cacheReadUsd: 0.02 }),
  sinceGpt56('gpt-6-astra', { inputUsd: 10, outputUsd: 50, cacheReadUsd: 1 }),
  sinceGpt56('gpt-6-sol', { inputUsd: 2, outputUsd: 10, cacheReadUsd: 0.2 }),
  sinceGpt56('gpt-6-luna', { inputUsd: 0.1, outputUsd: 0.5, cacheReadUsd: 0.01 }),
  gpt61('gpt-6.1-sol', { inputUsd: 2, outputUsd: 10, cacheReadUsd: 0.1 }),
  gpt61('gpt-6.1-terra', { inputUsd: 1, outputUsd: 5, cacheReadUsd: 0.05 }),
  onCodex('gpt-5.5', 272_000),
  onCodex('gpt-5.6', 272_000),
  onCodex('gpt-6', 272_000),
  onCodex('gpt-6.1', 500_000),
  onCodex('gpt-6.2-sol', 500_000),
  onCodex('gpt-6.2-astra', 272_000),
  {
    key: 'gpt-5.5',
    provider: 'github-copilot',
    contextTokens: 400_000,
    source: PROJECT_DESCRIPTION,
    asOf: AS_OF,
  },
];
