export { findModelFacts } from './find-model-facts.ts';
export type { CacheFacts, ModelFacts, ModelPrice, PriceCliff } from './model-facts.ts';
export { MODEL_FACTS } from './model-table.ts';
export { DEFAULT_CONTEXT_TOKENS, type KnownOfModel, type ResolvedModel, resolveModel } from './resolve-model.ts';
export {
  type ResolvedThreshold,
  resolveModelThreshold,
  SMALL_CONTEXT_FLOOR_RATIO,
  SMALL_CONTEXT_TOKENS,
  type SmallContextFloor,
  type ThresholdRequest,
} from './resolve-model-threshold.ts';
