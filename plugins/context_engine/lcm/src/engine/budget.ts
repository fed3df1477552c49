import type { ModelInfo } from '@hermes-context/contract';
import type { LcmOptions } from './options.ts';

/** What the engine works with on one window, all in tokens. */
export interface Budget {
  readonly windowTokens: number;
  readonly softTokens: number;
  readonly hardTokens: number;
  readonly tailTokens: number;
  readonly chunkTokens: number;
  /** All summaries together. */
  readonly rootsTokens: number;
  readonly externaliseTokens: number;
  /** Size asked of a summary that stands for so many tokens. */
  readonly summaryTokensFor: (sourceTokens: number) => number;
}

/** A summary is about this share of what it stands for. */
const SUMMARY_RATIO = 1 / 8;
const LEAST_SUMMARY_TOKENS = 64;
const MOST_SUMMARY_TOKENS = 2_400;
/** More of the window in the tail would leave nothing to win. */
const MOST_TAIL_RATIO = 0.4;

/** The options on a window. What is larger than the window can bear is lowered, so that a compaction still fits. */
export function budgetFor(options: LcmOptions, { contextTokens }: ModelInfo): Budget {
  const hardTokens = contextTokens * options.hardThreshold;
  const share = (ratio: number, most: number): number => Math.min(most, Math.round(contextTokens * ratio));
  const chunkTokens = Math.min(options.chunkTokens ?? share(0.1, 20_000), hardTokens);
  return {
    windowTokens: contextTokens,
    softTokens: contextTokens * options.softThreshold,
    hardTokens,
    tailTokens: Math.min(options.tailTokens ?? share(0.1, 25_000), hardTokens * MOST_TAIL_RATIO),
    chunkTokens,
    rootsTokens: contextTokens * options.summariesShare,
    externaliseTokens: Math.min(options.externaliseTokens ?? share(0.05, 25_000), hardTokens * MOST_TAIL_RATIO),
    summaryTokensFor: (sourceTokens) =>
      options.summaryTokens ??
      Math.round(Math.min(MOST_SUMMARY_TOKENS, Math.max(LEAST_SUMMARY_TOKENS, sourceTokens * SUMMARY_RATIO))),
  };
}

/** Reports that say more than this against the estimate are about another list. */
const MOST_CORRECTION = 1.5;

/**
 * The budget for messages that are counted by an estimate, where the provider has reported what they take: an estimate that is
 * too low by a tenth would keep a tenth more than fits. One that is too high costs nothing, and stays.
 *
 * @param reportedTokens - What the provider counted for the messages alone; `undefined` where it is not known.
 */
export function correctedBudget(budget: Budget, reportedTokens: number | undefined, estimatedTokens: number): Budget {
  const ratio = Math.min(MOST_CORRECTION, Math.max(1, (reportedTokens ?? 0) / Math.max(1, estimatedTokens)));
  const { hardTokens, tailTokens, chunkTokens, rootsTokens } = budget;
  return {
    ...budget,
    hardTokens: hardTokens / ratio,
    tailTokens: tailTokens / ratio,
    chunkTokens: chunkTokens / ratio,
    rootsTokens: rootsTokens / ratio,
  };
}
