import type { ModelFacts, ModelPrice, PriceCliff } from '../model-facts.ts';

const DOCS = 'Documentation and price pages of the provider, copies of August to November 2026';
const THIRD_PARTY = 'Third-party price lists, November 2026';
const DISAGREEING = 'Provider documentation; price lists of November 2026 disagree (prices vary by time of day)';
const INTRODUCTORY = 'Third-party price lists, November 2026; the price is introductory until 31 December 2026';
const AS_OF = '2026-12-02';

const GEMINI_WINDOW = { contextTokens: 1_048_576, maxOutputTokens: 65_536 } as const;
// Implicit caching: no fee for a write, so that a miss costs the plain input price.
const GEMINI_CACHE = { readRatio: 0.1, writeRatio: 1 } as const;

function geminiFlash(key: string, price: ModelPrice | undefined, source: string): ModelFacts {
  return { key, ...GEMINI_WINDOW, cache: GEMINI_CACHE, ...(price && { price }), source, asOf: AS_OF };
}

const FLASH_INTRODUCTORY_PRICE: ModelPrice = { inputUsd: 0.75, outputUsd: 3.75, cacheReadUsd: 0.075 };

// From 200,000 tokens on everything costs double.
function grok(key: string, contextTokens: number, price: Required<ModelPrice>): ModelFacts {
  const { inputUsd, outputUsd, cacheReadUsd } = price;
  const priceCliff: PriceCliff = {
    aboveTokens: 199_999,
    price: { inputUsd: inputUsd * 2, outputUsd: outputUsd * 2, cacheReadUsd: cacheReadUsd * 2 },
  };
  const cache = { readRatio: cacheReadUsd / inputUsd, writeRatio: 1 };
  return { key, contextTokens, price, priceCliff, cache, source: DOCS, asOf: AS_OF };
}

function glm(key: string, price: Required<ModelPrice>): ModelFacts {
  const cache = { readRatio: price.cacheReadUsd / price.inputUsd, writeRatio: 1 };
  return { key, contextTokens: 1_000_000, maxOutputTokens: 128_000, price, cache, source: DOCS, asOf: AS_OF };
}

// Their prices belong into the config, see the source; the ratio is the smallest saving that any list gives.
function deepseek(key: string): ModelFacts {
  const cache = { readRatio: 1 / 30, writeRatio: 1 };
  return { key, contextTokens: 1_000_000, maxOutputTokens: 384_000, cache, source: DISAGREEING, asOf: AS_OF };
}

// Implicit caching; explicit markers read at 0.1 and write at 1.25.
function qwen(key: string, price: Required<ModelPrice>): ModelFacts {
  const cache = { minTokens: 1_024, readRatio: 0.2, writeRatio: 1 };
  return { key, contextTokens: 1_000_000, maxOutputTokens: 64_000, price, cache, source: DOCS, asOf: AS_OF };
}

/** Models of all other providers. */
export const OTHER_FACTS: readonly ModelFacts[] = [
  {
    key: 'gemini-3.1-pro',
    ...GEMINI_WINDOW,
    price: { inputUsd: 2, outputUsd: 12, cacheReadUsd: 0.2 },
    priceCliff: { aboveTokens: 200_000, price: { inputUsd: 4, outputUsd: 18, cacheReadUsd: 0.4 } },
    cache: { ...GEMINI_CACHE, minTokens: 4_096 },
    source: DOCS,
    asOf: AS_OF,
  },
  geminiFlash('gemini-3.8-flash', FLASH_INTRODUCTORY_PRICE, INTRODUCTORY),
  geminiFlash('gemini-3.7-flash', FLASH_INTRODUCTORY_PRICE, INTRODUCTORY),
  geminiFlash('gemini-3.6-flash', undefined, THIRD_PARTY),
  geminiFlash('gemini-3.5-flash', { inputUsd: 1.5, outputUsd: 9, cacheReadUsd: 0.15 }, THIRD_PARTY),
  grok('grok-4.7', 500_000, { inputUsd: 2, outputUsd: 6, cacheReadUsd: 0.5 }),
  grok('grok-4.6', 500_000, { inputUsd: 2, outputUsd: 6, cacheReadUsd: 0.5 }),
  grok('grok-4.5', 500_000, { inputUsd: 2, outputUsd: 6, cacheReadUsd: 0.3 }),
  grok('grok-4.3', 1_000_000, { inputUsd: 1.25, outputUsd: 2.5, cacheReadUsd: 0.2 }),
  glm('glm-5.3', { inputUsd: 1.4, outputUsd: 4.4, cacheReadUsd: 0.26 }),
  glm('glm-5.2', { inputUsd: 1.4, outputUsd: 4.4, cacheReadUsd: 0.26 }),
  glm('glm-5.3-flash', { inputUsd: 0.075, outputUsd: 0.25, cacheReadUsd: 0.015 }),
  deepseek('deepseek-v4-pro'),
  deepseek('deepseek-v4-flash'),
  {
    key: 'kimi-k3',
    contextTokens: 1_000_000,
    price: { inputUsd: 3, outputUsd: 15, cacheReadUsd: 0.3 },
    cache: { readRatio: 0.1, writeRatio: 1, hourWriteRatio: 2 },
    source: DOCS,
    asOf: AS_OF,
  },
  {
    key: 'kimi-k2.6',
    contextTokens: 262_144,
    price: { inputUsd: 0.95, outputUsd: 4, cacheReadUsd: 0.16 },
    source: DOCS,
    asOf: AS_OF,
  },
  qwen('qwen3.7-max', { inputUsd: 2.5, outputUsd: 7.5, cacheReadUsd: 0.5 }),
  qwen('qwen3.7-plus', { inputUsd: 0.4, outputUsd: 1.6, cacheReadUsd: 0.08 }),
  {
    key: 'qwen3-max',
    contextTokens: 262_144,
    maxOutputTokens: 64_000,
    price: { inputUsd: 1.2, outputUsd: 6 },
    source: DOCS,
    asOf: AS_OF,
  },
];
