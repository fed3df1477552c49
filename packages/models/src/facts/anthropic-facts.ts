import type { CacheFacts, ModelFacts, ModelPrice } from '../model-facts.ts';

const DOCS = 'Anthropic documentation, "Pricing" and "Prompt caching", copies of August to October 2026';
const THIRD_PARTY = 'Third-party extracts of Anthropic announcements, September to November 2026';
const AS_OF = '2026-12-02';

// Writes cost the same multiple on every model; reads differ.
const WRITES = { writeRatio: 1.25, hourWriteRatio: 2 } as const satisfies CacheFacts;
const MILLION_WINDOW = { contextTokens: 1_000_000, maxOutputTokens: 128_000 } as const;
const SMALL_WINDOW = { contextTokens: 200_000, maxOutputTokens: 64_000 } as const;

interface ClaudeRow {
  readonly minTokens?: number;
  readonly price?: ModelPrice;
}

/** What all rows share, with the read ratio taken from the prices. */
function claude(key: string, { minTokens, price }: ClaudeRow): ModelFacts {
  const readRatio = price?.cacheReadUsd === undefined ? undefined : price.cacheReadUsd / price.inputUsd;
  const cache: CacheFacts = {
    ...WRITES,
    ...(minTokens === undefined ? {} : { minTokens }),
    ...(readRatio === undefined ? {} : { readRatio }),
  };
  return { key, cache, ...(price === undefined ? {} : { price }), source: DOCS, asOf: AS_OF };
}

const FABLE_PRICE: ModelPrice = { inputUsd: 10, outputUsd: 50, cacheReadUsd: 1 };
const FABLE_5_1_PRICE: ModelPrice = { inputUsd: 10, outputUsd: 50, cacheReadUsd: 0.25 };
const OPUS_PRICE: ModelPrice = { inputUsd: 5, outputUsd: 25, cacheReadUsd: 0.5 };

/** Claude models. Sizes without a row, such as the cache minimum of Sonnet 5.5, were not found. */
export const ANTHROPIC_FACTS: readonly ModelFacts[] = [
  {
    ...claude('claude-fable-5-2', { price: { inputUsd: 8, outputUsd: 40, cacheReadUsd: 0.2 } }),
    ...MILLION_WINDOW,
    hasBoundThinking: true,
    source: THIRD_PARTY,
  },
  {
    ...claude('claude-fable-5-1', { minTokens: 512, price: FABLE_5_1_PRICE }),
    ...MILLION_WINDOW,
    hasBoundThinking: true,
  },
  {
    ...claude('claude-mythos-5-1', { minTokens: 512, price: FABLE_5_1_PRICE }),
    ...MILLION_WINDOW,
    hasBoundThinking: true,
  },
  { ...claude('claude-fable-5', { minTokens: 512, price: FABLE_PRICE }), ...MILLION_WINDOW },
  claude('claude-mythos-5', { minTokens: 512 }),
  claude('claude-mythos-preview', { minTokens: 2_048 }),
  {
    ...claude('claude-opus-5-5', { minTokens: 512, price: { inputUsd: 4, outputUsd: 20, cacheReadUsd: 0.2 } }),
    ...MILLION_WINDOW,
    hasBoundThinking: true,
  },
  { ...claude('claude-opus-5', { minTokens: 512, price: OPUS_PRICE }), ...MILLION_WINDOW },
  { ...claude('claude-opus-4-8', { minTokens: 1_024, price: OPUS_PRICE }), ...MILLION_WINDOW },
  { ...claude('claude-opus-4-7', { minTokens: 2_048, price: OPUS_PRICE }), ...MILLION_WINDOW },
  { ...claude('claude-opus-4-6', { minTokens: 4_096, price: OPUS_PRICE }), ...MILLION_WINDOW },
  { ...claude('claude-opus-4-5', { minTokens: 4_096, price: OPUS_PRICE }), ...SMALL_WINDOW },
  claude('claude-opus-4-1', { minTokens: 1_024 }),
  claude('claude-opus-4', { minTokens: 1_024 }),
  {
    ...claude('claude-sonnet-5-5', { price: { inputUsd: 2, outputUsd: 10, cacheReadUsd: 0.1 } }),
    ...MILLION_WINDOW,
    // The documentation of September 2026 says "later models" than Opus 5.5, and names none.
    hasBoundThinking: true,
    source: THIRD_PARTY,
  },
  {
    ...claude('claude-sonnet-5', { minTokens: 1_024, price: { inputUsd: 2, outputUsd: 10, cacheReadUsd: 0.2 } }),
    ...MILLION_WINDOW,
  },
  {
    ...claude('claude-sonnet-4-6', { minTokens: 1_024, price: { inputUsd: 3, outputUsd: 15, cacheReadUsd: 0.3 } }),
    ...MILLION_WINDOW,
  },
  claude('claude-sonnet-4-5', { minTokens: 1_024 }),
  claude('claude-sonnet-4', { minTokens: 1_024 }),
  {
    ...claude('claude-haiku-5-5', { price: { inputUsd: 0.1, outputUsd: 0.5, cacheReadUsd: 0.01 } }),
    ...MILLION_WINDOW,
    hasBoundThinking: true,
    // One token more makes every token of the request five times as dear.
    priceCliff: { aboveTokens: 100_000, price: { inputUsd: 0.5, outputUsd: 2.5, cacheReadUsd: 0.05 } },
    source: THIRD_PARTY,
  },
  {
    ...claude('claude-haiku-4-5', { minTokens: 4_096, price: { inputUsd: 1, outputUsd: 5, cacheReadUsd: 0.1 } }),
    ...SMALL_WINDOW,
  },
  claude('claude-3-5-haiku', { minTokens: 2_048 }),
];
