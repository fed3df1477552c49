import type { ModelInfo } from '@hermes-context/contract';
import { resolveModelThreshold } from '@hermes-context/models';
import type { CompressorSettings } from './settings.ts';

const SUMMARY_SHARE_OF_WINDOW = 0.05;
const SUMMARY_MAX_TOKENS = 12_000;
const SUMMARY_MIN_TOKENS = 2_000;
const SUMMARY_SHARE_OF_CONTENT = 0.2;

/** Lean tails follow the window, not the trigger, so that a raised trigger does not lengthen them. */
const LEAN_TAIL = { shareOfWindow: 0.025, minTokens: 10_000, maxTokens: 25_000, maxShareOfWindow: 0.2 };

/** How far past its budget the tail may reach so that the newest user message stays in its place. */
const TAIL_STRETCH = 1.5;

/** What settings and window come to, in tokens. From here on nothing knows ratios. */
export interface CompressionBudget {
  /** Size of a request at which to compress (S-041). */
  readonly thresholdTokens: number;
  /** What the tail may hold. */
  readonly tailTokens: number;
  /** What the tail may hold when that keeps the newest user message where it is. */
  readonly stretchedTailTokens: number;
  /** The most a summary should take (S-041). */
  readonly maxSummaryTokens: number;
}

/** The sizes for one model. Derived anew on every switch: nothing of an old window is kept (S-044). */
export function computeBudget(settings: CompressorSettings, model: ModelInfo): CompressionBudget {
  const { ratio } = resolveModelThreshold({
    model: model.name,
    contextTokens: model.contextTokens,
    threshold: settings.thresholdRatio,
    modelThresholds: settings.modelThresholds,
    smallContextFloor: settings.smallContextFloor,
    codexAutoraise: settings.codexAutoraise,
    ...(model.provider === undefined ? {} : { provider: model.provider }),
  });
  const thresholdTokens = Math.trunc(model.contextTokens * ratio);
  const tailTokens = tailBudget(settings, model, thresholdTokens);
  return {
    thresholdTokens,
    tailTokens,
    stretchedTailTokens: Math.trunc(tailTokens * TAIL_STRETCH),
    maxSummaryTokens: Math.trunc(Math.min(model.contextTokens * SUMMARY_SHARE_OF_WINDOW, SUMMARY_MAX_TOKENS)),
  };
}

function tailBudget(settings: CompressorSettings, model: ModelInfo, thresholdTokens: number): number {
  switch (settings.tailMode) {
    case 'legacy':
      return Math.trunc(thresholdTokens * settings.targetRatio);
    case 'lean': {
      const wanted = Math.trunc(model.contextTokens * LEAN_TAIL.shareOfWindow);
      const bounded = Math.min(LEAN_TAIL.maxTokens, Math.max(LEAN_TAIL.minTokens, wanted));
      return Math.min(bounded, Math.trunc(model.contextTokens * LEAN_TAIL.maxShareOfWindow));
    }
  }
}

/** Size a summary of `contentTokens` should have: a fifth, at least 2,000, never above the ceiling (S-056). */
export function summaryBudget(contentTokens: number, maxSummaryTokens: number): number {
  const wanted = Math.max(SUMMARY_MIN_TOKENS, Math.trunc(contentTokens * SUMMARY_SHARE_OF_CONTENT));
  return Math.min(wanted, maxSummaryTokens);
}

/** Content size from which on {@link summaryBudget} no longer grows, so that counting further is waste. */
export function contentTokensOfFullBudget(maxSummaryTokens: number): number {
  return Math.ceil(Math.max(maxSummaryTokens, SUMMARY_MIN_TOKENS) / SUMMARY_SHARE_OF_CONTENT);
}
