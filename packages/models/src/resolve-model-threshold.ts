/** Windows below this many tokens are small. 512,000 itself is not. */
export const SMALL_CONTEXT_TOKENS = 512_000;

/**
 * The lowest trigger of a small window, as a ratio of it. Earlier, and the parts that cannot be
 * compressed (system prompt, tools, tail, summary) fill the room again within a turn or two.
 */
export const SMALL_CONTEXT_FLOOR_RATIO = 0.75;

/** Which thresholds the small-context floor raises: the overrides per model, those and the global one, or none. */
export type SmallContextFloor = 'overrides' | 'always' | 'off';

/** What decides when compaction fires. */
export interface ThresholdRequest {
  /** Name of the model that serves the session now. */
  readonly model: string;
  /** Size of its window, in tokens. */
  readonly contextTokens: number;
  /** The global threshold, `compression.threshold`: a ratio of the window. */
  readonly threshold: number;
  /** `compression.model_thresholds`: ratios by part of a model's name. */
  readonly modelThresholds?: Readonly<Record<string, number>>;
  /** Default `overrides`, so that a global threshold of 0.50 means what it says on every window. */
  readonly smallContextFloor?: SmallContextFloor;
}

/** The threshold of one model, and why it is what it is. */
export interface ResolvedThreshold {
  /** Share of the window at which compaction fires, above 0, at most 1. */
  readonly ratio: number;
  readonly because: 'global' | 'override' | 'small-context-floor';
  /** The key of `model_thresholds` that matched; also when the floor then raised its ratio. */
  readonly key?: string;
}

/**
 * The trigger for a model: the override with the longest key that occurs in the model's name
 * (case counts; of keys of one length, the first by code unit), else the global threshold; then
 * the floor for small windows, which only ever raises. Pure: ask again after every model switch.
 */
export function resolveModelThreshold(request: ThresholdRequest): ResolvedThreshold {
  const { contextTokens, threshold, smallContextFloor = 'overrides' } = request;
  const match = findOverride(request);
  const chosen = match?.ratio ?? threshold;
  const key = match === undefined ? {} : { key: match.key };

  const hasFloor = smallContextFloor === 'always' || (smallContextFloor === 'overrides' && match !== undefined);
  if (hasFloor && contextTokens < SMALL_CONTEXT_TOKENS && chosen < SMALL_CONTEXT_FLOOR_RATIO) {
    return { ratio: SMALL_CONTEXT_FLOOR_RATIO, because: 'small-context-floor', ...key };
  }
  return { ratio: chosen, because: match === undefined ? 'global' : 'override', ...key };
}

interface Override {
  readonly key: string;
  readonly ratio: number;
}

function findOverride({ model, modelThresholds = {} }: ThresholdRequest): Override | undefined {
  let best: Override | undefined;
  for (const [key, ratio] of Object.entries(modelThresholds)) {
    // An empty key is part of every name, and would switch the global threshold off unseen.
    if (key !== '' && model.includes(key) && isCloser(key, best?.key)) best = { key, ratio };
  }
  return best;
}

function isCloser(key: string, best: string | undefined): boolean {
  if (best === undefined || key.length > best.length) return true;
  return key.length === best.length && key < best;
}
