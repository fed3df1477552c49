import { findModelFacts } from '@hermes-context/models';
import type { CacheTokens } from '../simulate/anthropic-cache.ts';

/** What a prompt costs on one model, relative to a token of plain input, and in dollars where they are known. */
export interface CachePrices {
  readonly readRatio: number;
  readonly writeRatio: number;
  readonly hourWriteRatio: number;
  /** US dollars for a million tokens of plain input. */
  readonly inputUsd?: number;
  /** From more tokens than this on, the whole prompt costs so many times as much. */
  readonly cliff?: { readonly aboveTokens: number; readonly factor: number };
  /** Where the prices were read, and when. */
  readonly source: string;
  /** Set where the model is not known, and the usual ratios stand in; one sentence. */
  readonly warning?: string;
}

/** Anthropic's usual ratios, which no known provider exceeds. Source: "Pricing", copies of August to October 2026. */
const USUAL = { readRatio: 0.1, writeRatio: 1.25, hourWriteRatio: 2 } as const;

/** Prices of a model by its name, as its provider spells it; the usual ratios and no dollars for one that is not known. */
export function cachePrices(model: string, provider?: string): CachePrices {
  const facts = findModelFacts(model, provider);
  if (facts === undefined) {
    return {
      ...USUAL,
      source: 'assumed',
      warning: `The prices of ${model} are not known: reads are taken for a tenth of plain input, writes for 1.25 and 2 times.`,
    };
  }
  const { price, priceCliff, cache } = facts;
  return {
    ...USUAL,
    ...cache,
    ...(price === undefined ? {} : { inputUsd: price.inputUsd }),
    ...(price === undefined || priceCliff === undefined
      ? {}
      : { cliff: { aboveTokens: priceCliff.aboveTokens, factor: priceCliff.price.inputUsd / price.inputUsd } }),
    source: `${facts.source}, read ${facts.asOf}`,
  };
}

/** What a prompt costs. */
export interface PromptCost {
  /** In tokens of plain input, which hold for any price. */
  readonly inputTokens: number;
  /** In US dollars, where prices are known. */
  readonly usd?: number;
}

/** The cost of one prompt, the price of a long one included. Linear: costs may be added up. */
export function promptCost(tokens: CacheTokens, prices: CachePrices): PromptCost {
  const { readTokens, write5mTokens, write1hTokens, uncachedTokens } = tokens;
  const { readRatio, writeRatio, hourWriteRatio, cliff, inputUsd } = prices;
  const totalTokens = readTokens + write5mTokens + write1hTokens + uncachedTokens;
  const factor = cliff !== undefined && totalTokens > cliff.aboveTokens ? cliff.factor : 1;
  const inputTokens =
    factor * (readTokens * readRatio + write5mTokens * writeRatio + write1hTokens * hourWriteRatio + uncachedTokens);
  return { inputTokens, ...(inputUsd === undefined ? {} : { usd: (inputTokens * inputUsd) / 1_000_000 }) };
}
