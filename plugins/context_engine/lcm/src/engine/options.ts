import { InvalidOptionError } from '@hermes-context/contract';

/** What of `context.options.lcm` the engine reads, checked and with its defaults. What is absent follows the window. */
export interface LcmOptions {
  /** Share of the window from which summaries are made in the background. Default 0.5. */
  readonly softThreshold: number;
  /** Share of the window from which the next request waits for a compaction. Default 0.75; above the soft one. */
  readonly hardThreshold: number;
  /** Most tokens that stay word for word at the end. Default a tenth of the window, at most 25,000. */
  readonly tailTokens: number | undefined;
  /** About as many tokens as one summary stands for. Default a tenth of the window, at most 20,000. */
  readonly chunkTokens: number | undefined;
  /** Size a summary should have, in tokens. Default an eighth of what it stands for, at most 2,400. */
  readonly summaryTokens: number | undefined;
  /** Share of the window that all summaries together may take; more are condensed. Default 0.2. */
  readonly summariesShare: number;
  /** Results of tools above so many tokens are shown by their outline. Default a twentieth of the window, at most 25,000. */
  readonly externaliseTokens: number | undefined;
  /** Summaries asked of the model in ten minutes; the rest is cut without one. Default 24. */
  readonly maxSummaryCalls: number;
}

type Raw = Readonly<Record<string, unknown>>;

/**
 * Check the engine's section of the config and fill in what is missing.
 *
 * @throws InvalidOptionError for an unknown key, for the first value that breaks its rule, and for thresholds that
 *   contradict each other.
 */
export function parseOptions(raw: Raw): LcmOptions {
  refuseUnknown(raw);
  const options: LcmOptions = {
    softThreshold: ratio(raw, 'soft_threshold', 0.5),
    hardThreshold: ratio(raw, 'hard_threshold', 0.75),
    tailTokens: tokens(raw, 'tail_tokens', 200),
    chunkTokens: tokens(raw, 'chunk_tokens', 200),
    summaryTokens: tokens(raw, 'summary_tokens', 50),
    summariesShare: ratio(raw, 'summaries_share', 0.2),
    externaliseTokens: tokens(raw, 'externalise_tokens', 500),
    maxSummaryCalls: count(raw, 'max_summary_calls', 24),
  };
  refuseContradictions(options);
  return options;
}

const KEYS = [
  'soft_threshold',
  'hard_threshold',
  'tail_tokens',
  'chunk_tokens',
  'summary_tokens',
  'summaries_share',
  'externalise_tokens',
  'max_summary_calls',
] as const;

type Key = (typeof KEYS)[number];

function refuseUnknown(raw: Raw): void {
  const unknown = Object.keys(raw).find((key) => !KEYS.some((known) => known === key));
  if (unknown === undefined) return;
  throw new InvalidOptionError({
    option: `context.options.lcm.${unknown}`,
    received: raw[unknown],
    expected: `one of ${KEYS.join(', ')}`,
    example: KEYS[0],
  });
}

function refuseContradictions({
  softThreshold,
  hardThreshold,
  summariesShare,
  summaryTokens,
  chunkTokens,
}: LcmOptions) {
  if (softThreshold >= hardThreshold)
    throw invalid('soft_threshold', softThreshold, {
      expected: `below hard_threshold, ${hardThreshold}, so that there is time to summarise before a request waits`,
      example: Number((hardThreshold * 0.7).toFixed(2)),
    });
  if (summariesShare >= hardThreshold)
    throw invalid('summaries_share', summariesShare, {
      expected: `below hard_threshold, ${hardThreshold}: summaries that fill the window leave no room for the conversation`,
      example: 0.2,
    });
  if (summaryTokens !== undefined && chunkTokens !== undefined && summaryTokens * 2 > chunkTokens)
    throw invalid('summary_tokens', summaryTokens, {
      expected: `at most half of chunk_tokens, ${chunkTokens}: a summary is shorter than what it stands for`,
      example: Math.floor(chunkTokens / 8),
    });
}

interface Rule {
  readonly expected: string;
  readonly example: unknown;
}

function invalid(key: Key, received: unknown, { expected, example }: Rule): InvalidOptionError {
  return new InvalidOptionError({ option: `context.options.lcm.${key}`, received, expected, example });
}

function ratio(raw: Raw, key: Key, fallback: number): number {
  const value = raw[key] ?? fallback;
  if (typeof value === 'number' && value > 0 && value < 1) return value;
  throw invalid(key, value, { expected: 'a share above 0 and below 1 (0.5 means half)', example: fallback });
}

function tokens(raw: Raw, key: Key, least: number): number | undefined {
  const value = raw[key];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least) return value;
  throw invalid(key, value, { expected: `a whole number of tokens, ${least} or more`, example: least * 10 });
}

function count(raw: Raw, key: Key, fallback: number): number {
  const value = raw[key] ?? fallback;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw invalid(key, value, {
    expected: 'a whole number of calls, 0 or more (0: never ask a model)',
    example: fallback,
  });
}
