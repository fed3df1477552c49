import type { TokenUsage } from '@hermes-context/contract';

/**
 * What is known about the size of a session's requests. A value, one per session; unknown is a state,
 * never a number.
 */
export type UsageState =
  /** No provider has reported anything yet. */
  | { readonly kind: 'unknown' }
  /** The provider counted a request; `estimatedTokens` is our own figure for the same one. */
  | { readonly kind: 'measured'; readonly promptTokens: number; readonly estimatedTokens: number }
  /** The list was compacted after the last report: that figure is stale, the ratio learned from it is not. */
  | { readonly kind: 'awaiting'; readonly reportedPerEstimated: number | undefined };

/** The size of the next request, and how we know. */
export interface PromptSize {
  readonly tokens: number;
  /** `reported`: counted by the provider. `anchored`: that, plus our estimate of what came since. `scaled`: our estimate, times what it was off by before. `estimated`: our estimate alone. */
  readonly basis: 'reported' | 'anchored' | 'scaled' | 'estimated';
}

/** A session before its first response. */
export const UNKNOWN_USAGE: UsageState = { kind: 'unknown' };

/**
 * The state after a response. A report of zero prompt tokens says nothing and changes nothing.
 *
 * @param estimatedTokens - Our estimate of the request that `usage` is about.
 */
export function afterResponse(state: UsageState, usage: TokenUsage, estimatedTokens: number): UsageState {
  if (usage.promptTokens <= 0) return state;
  return { kind: 'measured', promptTokens: usage.promptTokens, estimatedTokens };
}

/** The state after a compaction: no figure until the provider reports again. */
export function afterCompaction(state: UsageState): UsageState {
  switch (state.kind) {
    case 'unknown':
    case 'awaiting':
      return state;
    case 'measured':
      return { kind: 'awaiting', reportedPerEstimated: ratioOf(state) };
  }
}

/** The size of the next request, from our estimate of it and what providers reported so far. */
export function promptSize(state: UsageState, estimatedTokens: number): PromptSize {
  switch (state.kind) {
    case 'unknown':
      return { tokens: estimatedTokens, basis: 'estimated' };
    case 'awaiting':
      return scaled(state.reportedPerEstimated, estimatedTokens);
    case 'measured': {
      const growth = estimatedTokens - state.estimatedTokens;
      if (growth < 0) return scaled(ratioOf(state), estimatedTokens); // shrunk without a compaction, as by an undo
      return { tokens: state.promptTokens + growth, basis: growth === 0 ? 'reported' : 'anchored' };
    }
  }
}

/** Usage as providers spell it. */
export interface ReportedUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens?: number;
  readonly cache_read_input_tokens?: number;
  readonly cache_creation_input_tokens?: number;
}

/**
 * A provider's report as {@link TokenUsage}: cached tokens occupy the window, so they count.
 *
 * @param inputExcludesCache - True for APIs whose input figure leaves cached tokens out, as Anthropic's
 *   Messages API does (documentation of prompt caching, read 2026-08).
 */
export function readUsage(usage: ReportedUsage, inputExcludesCache: boolean): TokenUsage {
  const cacheReadTokens = usage.cache_read_input_tokens ?? 0;
  const cacheWriteTokens = usage.cache_creation_input_tokens ?? 0;
  const cached = inputExcludesCache ? cacheReadTokens + cacheWriteTokens : 0;
  return {
    promptTokens: usage.prompt_tokens + cached,
    completionTokens: usage.completion_tokens ?? 0,
    cacheReadTokens,
    cacheWriteTokens,
  };
}

function ratioOf(state: { readonly promptTokens: number; readonly estimatedTokens: number }): number | undefined {
  return state.estimatedTokens > 0 ? state.promptTokens / state.estimatedTokens : undefined;
}

function scaled(ratio: number | undefined, estimatedTokens: number): PromptSize {
  if (ratio === undefined) return { tokens: estimatedTokens, basis: 'estimated' };
  return { tokens: Math.round(estimatedTokens * ratio), basis: 'scaled' };
}
