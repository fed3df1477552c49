export type { CacheMarker, CachePlan, CacheSlot, CacheTtl, MarkerPlace } from './cache-plan.ts';
export { type BatchInput, bestBatchTokens } from './cost/batch-size.ts';
export { type BreakEven, type BreakEvenInput, breakEven, describeBreakEven } from './cost/break-even.ts';
export { type CachePrices, cachePrices, type PromptCost, promptCost } from './cost/prices.ts';
export { type PruneDecision, type PruneQuestion, type PruneTiming, pruneDecision } from './cost/prune-decision.ts';
export { applyPlan } from './plan/apply-plan.ts';
export { type PeatRequest, planPeat } from './plan/plan-peat.ts';
export { planSystemAnd3, type SystemAnd3Request } from './plan/plan-system-and-3.ts';
export { stripMarkers } from './plan/strip-markers.ts';
export { type CachePolicy, type CachePolicyRequest, type CacheStrategy, cachePolicy } from './policy/cache-policy.ts';
export { describeCachePolicy } from './policy/describe-cache-policy.ts';
export type { CacheRoute, CacheRouteId, MarkerPlacement } from './routes/cache-route.ts';
export { findModelFamily, type ModelFamily } from './routes/find-model-family.ts';
export { findRoute, type RouteQuery } from './routes/find-route.ts';
export type { CacheAlarm } from './session/cache-alarm.ts';
export type { CacheUsage } from './session/cache-usage.ts';
export { chooseTtl, type TtlChoice } from './session/choose-ttl.ts';
export { firstDifference, type PromptDifference } from './session/first-difference.ts';
export type { DifferenceCause } from './session/probable-cause.ts';
export {
  type CacheStatus,
  createPromptCache,
  type PromptCache,
  type PromptCacheOptions,
} from './session/prompt-cache.ts';
export {
  type AnthropicAssumptions,
  type AnthropicCacheRequest,
  type CacheAnswer,
  type CacheModel,
  type CacheTokens,
  createAnthropicCache,
} from './simulate/anthropic-cache.ts';
export { blocksOf } from './simulate/blocks-of.ts';
export type { CacheBlock, CacheLevel } from './simulate/cache-block.ts';
export { createOpenAiCache, type OpenAiAssumptions, type OpenAiCacheRequest } from './simulate/openai-cache.ts';
export { type RecordedPace, type RecordedStep, recordedSteps } from './simulate/recorded-steps.ts';
export {
  CACHE_STRATEGIES,
  type CacheStrategyName,
  type NamedStrategy,
  type Replay,
  type ReplayedRequest,
  type ReplayOptions,
  replay,
} from './simulate/replay.ts';
export type { WireObject, WirePrompt, WireShape } from './wire-prompt.ts';
