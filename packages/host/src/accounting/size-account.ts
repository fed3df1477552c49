import type { TokenUsage } from '@hermes-context/contract';
import type { PromptSize } from '@hermes-context/messages';

/** The list that a figure is about: the first `count` messages of one revision of one session never change. */
export interface ListPoint {
  readonly sessionId: string;
  readonly revision: number;
  readonly count: number;
}

/** A size that a provider counted, and what it counted. */
export interface SizeAnchor extends ListPoint {
  /** Model and route that counted: another one's figure decides nothing. */
  readonly counter: string;
  readonly promptTokens: number;
  /** Our own estimate of the same request. */
  readonly estimatedTokens: number;
}

/**
 * What is known about the size of a session's requests. A value that JSON can hold, so that it survives a restart.
 * Unknown is the absence of an anchor, never a number.
 */
export interface SizeAccount {
  readonly anchor?: SizeAnchor;
  /** A compaction came after the last report: nothing automatic is decided by estimates until the next one. */
  readonly isAwaiting: boolean;
  /** Reported by estimated tokens, by counter. */
  readonly ratios: Readonly<Record<string, number>>;
}

/** A session before its first response. */
export const NOTHING_COUNTED: SizeAccount = { isAwaiting: false, ratios: {} };

/** A ratio outside is a report about something else, such as a provider that bills a hidden prompt. */
const RATIO_BOUNDS = { min: 0.4, max: 3 } as const;
/** Below this, what goes around messages decides the ratio. */
const MIN_RATIO_TOKENS = 200;
/** How many counters are remembered: enough for a session that changes models. */
const MAX_COUNTERS = 8;

/** What the next request would be, by our own count. */
export interface SizeQuestion extends ListPoint {
  readonly counter: string;
  readonly estimatedTokens: number;
  /** Part of it is opaque to our own count, so that nothing can be learned from comparing. Default false. */
  readonly isPartial?: boolean;
}

/** A request that was answered. */
export interface CountedRequest extends SizeQuestion {
  readonly usage: TokenUsage;
}

/** The account after a response. A report of zero prompt tokens says nothing, and ends the waiting all the same. */
export function afterReport(account: SizeAccount, request: CountedRequest): SizeAccount {
  const { usage, isPartial: _, ...anchored } = request;
  if (!(usage.promptTokens > 0)) return { ...account, isAwaiting: false };
  const ratios = learn(account.ratios, request, usage.promptTokens);
  return { anchor: { ...anchored, promptTokens: usage.promptTokens }, isAwaiting: false, ratios };
}

/** The account after a provider refused a request and said how large it is. */
export function afterRefusal(account: SizeAccount, question: SizeQuestion, statedTokens: number): SizeAccount {
  const ratios = learn(account.ratios, question, statedTokens);
  return { isAwaiting: false, ratios };
}

/** The account after the list was compacted, or changed by anything that is no append. */
export function afterRewrite({ ratios }: SizeAccount, isCompaction: boolean): SizeAccount {
  return { isAwaiting: isCompaction, ratios };
}

/** The size of the next request: reported, else anchored to the last report, else estimated and corrected. */
export function sizeOf({ anchor, ratios }: SizeAccount, question: SizeQuestion): PromptSize {
  const ratio = ratios[question.counter];
  if (anchor !== undefined && holds(anchor, question)) {
    const growth = question.estimatedTokens - anchor.estimatedTokens;
    if (growth === 0) return { tokens: anchor.promptTokens, basis: 'reported' };
    // A request may have been shortened for its own sake only, so the list can be larger than it without an append.
    const tokens = anchor.promptTokens + Math.round(growth * (ratio ?? 1));
    if (tokens > 0) return { tokens, basis: 'anchored' };
  }
  if (ratio === undefined) return { tokens: question.estimatedTokens, basis: 'estimated' };
  return { tokens: Math.round(question.estimatedTokens * ratio), basis: 'scaled' };
}

function holds(anchor: SizeAnchor, question: SizeQuestion): boolean {
  return (
    anchor.counter === question.counter &&
    anchor.sessionId === question.sessionId &&
    anchor.revision === question.revision &&
    anchor.count <= question.count
  );
}

/** Whether a ratio can be that of a provider's tokens to ours. */
export function isTellingRatio(ratio: unknown): ratio is number {
  return typeof ratio === 'number' && ratio >= RATIO_BOUNDS.min && ratio <= RATIO_BOUNDS.max;
}

function learn(
  ratios: SizeAccount['ratios'],
  { counter, estimatedTokens, isPartial = false }: SizeQuestion,
  countedTokens: number,
): SizeAccount['ratios'] {
  if (isPartial) return ratios;
  const ratio = countedTokens / estimatedTokens;
  if (estimatedTokens < MIN_RATIO_TOKENS || !isTellingRatio(ratio)) return ratios;
  const others = Object.entries(ratios).filter(([name]) => name !== counter);
  return Object.fromEntries([...others.slice(1 - MAX_COUNTERS), [counter, ratio]]);
}
