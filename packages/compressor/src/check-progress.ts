import type { Messages } from '@hermes-context/contract';
import type { CountTokens } from './boundary-policy.ts';

/** Savings below this share of the request are not worth a broken cache and a model call. */
export const MIN_SAVING_RATIO = 0.1;

/** What a compaction changed, by size. */
export interface Progress {
  /** Whether the result is smaller at all. */
  readonly isSmaller: boolean;
  /** Whether it saved at least a tenth of the request. */
  readonly isEffective: boolean;
}

/** What a compaction did to a list. */
export interface Change {
  /** The list before. */
  readonly messages: Messages;
  /** Indices that the summary now stands for, ascending. */
  readonly covered: readonly number[];
  /** What was to be kept as it was: head, carried messages, tail. */
  readonly kept: Messages;
  /** The list after. */
  readonly after: Messages;
  /** Size of the request before, in tokens; what a tenth is measured against. */
  readonly requestTokens: number;
}

/**
 * Weigh what came against what went. What both lists share weighs nothing, and counting what went stops
 * as soon as the verdict is certain, so that the cost does not follow the length of the history.
 */
export function checkProgress(change: Change, countTokens: CountTokens): Progress {
  const { messages, covered, kept, after, requestTokens } = change;
  const tokensIn = (list: Messages): number => list.reduce((total, message) => total + countTokens(message), 0);
  const [before, now] = [new Set(kept), new Set(after)];
  const addedTokens = tokensIn(after.filter((message) => !before.has(message)));

  // Of what was to be kept, a repair may have changed some: those went too.
  let removedTokens = tokensIn(kept.filter((message) => !now.has(message)));
  const enough = addedTokens + Math.max(1, requestTokens * MIN_SAVING_RATIO);
  for (const index of covered) {
    if (removedTokens >= enough) break;
    const message = messages[index];
    if (message !== undefined) removedTokens += countTokens(message);
  }
  return { isSmaller: removedTokens > addedTokens, isEffective: removedTokens >= enough };
}
