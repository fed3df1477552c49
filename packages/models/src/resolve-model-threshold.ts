import { findModelFacts } from './find-model-facts.ts';

/** Windows below this many tokens are small. 512,000 itself is not. */
export const SMALL_CONTEXT_TOKENS = 512_000;

/**
 * The lowest trigger of a small window, as a ratio of it. Earlier, and the parts that cannot be
 * compressed (system prompt, tools, tail, summary) fill the room again within a turn or two.
 */
export const SMALL_CONTEXT_FLOOR_RATIO = 0.75;

/** Which thresholds the small-context floor raises: the overrides per model, those and the global one, or none. */
export type SmallContextFloor = 'overrides' | 'always' | 'off';

/** The provider whose gpt-5.5 is raised, and the share of its window that it is raised to: 272,000 gives about 231,000. */
const CODEX_PROVIDER = 'openai-codex';
const CODEX_GPT55_KEY = 'gpt-5.5';
const CODEX_GPT55_RATIO = 0.85;

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
  /** Who serves the model, such as `openai-codex`; absent where nobody said. */
  readonly provider?: string;
  /** Whether gpt-5.5 on Codex OAuth is raised to 0.85. Default true; false leaves it at the threshold of all others. */
  readonly codexAutoraise?: boolean;
}

/** The threshold of one model, and why it is what it is. */
export interface ResolvedThreshold {
  /** Share of the window at which compaction fires, above 0, at most 1. */
  readonly ratio: number;
  readonly because: 'global' | 'override' | 'small-context-floor' | 'codex-autoraise';
  /** The key of `model_thresholds` that matched; also when the floor then raised its ratio. */
  readonly key?: string;
  /** What it was before it was raised for gpt-5.5 on Codex OAuth (S-080); absent where it was not. */
  readonly raisedFrom?: number;
}

/**
 * The trigger for a model: the override with the longest key that occurs in the model's name
 * (case counts; of keys of one length, the first by code unit), else the global threshold; then
 * the floor for small windows and the raise for gpt-5.5 on Codex OAuth, which only ever raise.
 * Pure: ask again after every model switch.
 */
export function resolveModelThreshold(request: ThresholdRequest): ResolvedThreshold {
  const resolved = floored(request);
  if (!isAutoraised(request) || resolved.ratio >= CODEX_GPT55_RATIO) return resolved;
  return { ...resolved, ratio: CODEX_GPT55_RATIO, because: 'codex-autoraise', raisedFrom: resolved.ratio };
}

function floored(request: ThresholdRequest): ResolvedThreshold {
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

/** Exactly this provider and this model: its smaller relatives, and the same model elsewhere, have other windows. */
function isAutoraised({ model, provider = '', codexAutoraise = true }: ThresholdRequest): boolean {
  if (!codexAutoraise || provider.trim().toLowerCase() !== CODEX_PROVIDER) return false;
  return findModelFacts(model, CODEX_PROVIDER)?.key === CODEX_GPT55_KEY;
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
