import { InvalidOptionError } from '@hermes-context/contract';

/** What of the `compression` section the built-in engine reads, checked and with its defaults. */
export interface CompressorSettings {
  /** Default true. False: `compress` answers `unchanged`, unless forced. */
  readonly enabled: boolean;
  /** Share of the window at which to compress. Default 0.5; lower it to compress earlier and more often. */
  readonly thresholdRatio: number;
  /** Other shares for models whose name contains the key; the longest key wins. Default none. */
  readonly modelThresholds: Readonly<Record<string, number>>;
  /** Where windows below 512,000 tokens are held to a share of at least 0.75. Default `overrides`. */
  readonly smallContextFloor: 'overrides' | 'always' | 'off';
  /** Whether gpt-5.5 on Codex OAuth compresses at 0.85 of its window. Default true. */
  readonly codexAutoraise: boolean;
  /** Share of the threshold that the tail may fill in `legacy` mode, 0.10 to 0.80. Default 0.2. */
  readonly targetRatio: number;
  /** `legacy`: the tail is a share of the threshold. `lean`: of the window, 10,000 to 25,000 tokens. Default `legacy`. */
  readonly tailMode: 'legacy' | 'lean';
  /** Messages kept at the start, the system prompt included. Default 3: it and the first exchange. */
  readonly protectFirst: number;
  /** Messages the tail keeps at least. Default 20; groups leave it where even these would not fit. */
  readonly protectLast: number;
  /** Messages of a real user that are always behind the summary. Default 1. */
  readonly minTailUserMessages: number;
  /** What stands in place of an old tool result: a fixed line, or with what was called and how it ended. Default `informative`. */
  readonly pruneStyle: 'informative' | 'plain';
}

type Raw = Readonly<Record<string, unknown>>;

/**
 * Check the `compression` section and fill in what is missing. Keys of other readers are ignored.
 *
 * @throws InvalidOptionError for the first value that breaks its rule. `target_ratio` is clamped instead.
 */
export function parseSettings(raw: Raw): CompressorSettings {
  return {
    enabled: flag(raw, 'enabled', true),
    thresholdRatio: ratio('threshold', raw['threshold'] ?? 0.5),
    modelThresholds: ratios(raw['model_thresholds'] ?? {}),
    smallContextFloor: choice(raw, 'small_context_floor', ['overrides', 'always', 'off']),
    codexAutoraise: flag(raw, 'codex_gpt55_autoraise', true),
    targetRatio: clamp(ratio('target_ratio', raw['target_ratio'] ?? 0.2), { min: 0.1, max: 0.8 }),
    tailMode: choice(raw, 'tail_mode', ['legacy', 'lean']),
    protectFirst: count(raw, 'protect_first_n', 3),
    protectLast: count(raw, 'protect_last_n', 20),
    minTailUserMessages: count(raw, 'min_tail_user_messages', 1),
    pruneStyle: choice(raw, 'prune_style', ['informative', 'plain']),
  };
}

interface Fault {
  readonly key: string;
  readonly received: unknown;
  readonly expected: string;
  readonly example: unknown;
}

function invalid({ key, ...fault }: Fault): InvalidOptionError {
  return new InvalidOptionError({ option: `compression.${key}`, ...fault });
}

function flag(raw: Raw, key: string, fallback: boolean): boolean {
  const value = raw[key] ?? fallback;
  if (typeof value === 'boolean') return value;
  throw invalid({ key, received: value, expected: 'true or false', example: fallback });
}

function count(raw: Raw, key: string, fallback: number): number {
  const value = raw[key] ?? fallback;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw invalid({ key, received: value, expected: 'a whole number of messages, 0 or more', example: fallback });
}

function ratio(key: string, value: unknown): number {
  if (typeof value === 'number' && value > 0 && value <= 1) return value;
  const isPercent = typeof value === 'number' && value > 1 && value <= 100;
  const expected = 'a ratio above 0, at most 1 (0.5 means half)';
  throw invalid({ key, received: value, expected, example: isPercent ? value / 100 : 0.5 });
}

function ratios(value: unknown): Readonly<Record<string, number>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const expected = 'a map from part of a model name to a ratio';
    throw invalid({ key: 'model_thresholds', received: value, expected, example: { 'glm-5.2': 0.4 } });
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, share]) => [key, ratio(`model_thresholds."${key}"`, share)]),
  );
}

/** One of `allowed`; the first is the default. */
function choice<const Allowed extends readonly [string, ...string[]]>(
  raw: Raw,
  key: string,
  allowed: Allowed,
): Allowed[number] {
  const value = raw[key] ?? allowed[0];
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  throw invalid({ key, received: value, expected: `one of ${allowed.join(', ')}`, example: allowed[0] });
}

function clamp(value: number, { min, max }: { readonly min: number; readonly max: number }): number {
  return Math.min(max, Math.max(min, value));
}
