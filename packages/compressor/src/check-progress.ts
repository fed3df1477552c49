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

/** The two lists to compare. */
export interface Change {
  readonly before: Messages;
  readonly after: Messages;
  /** Size of the request before, in tokens; what a tenth is measured against. */
  readonly requestTokens: number;
}

/**
 * Compare by what differs: messages that both lists share weigh nothing, and counting what was removed
 * stops as soon as the verdict is certain, so that the cost does not follow the length of the history.
 */
export function checkProgress({ before, after, requestTokens }: Change, countTokens: CountTokens): Progress {
  const kept = new Set(after);
  const added = new Set(after);
  for (const message of before) added.delete(message);
  let addedTokens = 0;
  for (const message of added) addedTokens += countTokens(message);

  const enough = addedTokens + Math.max(1, requestTokens * MIN_SAVING_RATIO);
  let removedTokens = 0;
  for (const message of before) {
    if (kept.has(message)) continue;
    removedTokens += countTokens(message);
    if (removedTokens >= enough) return { isSmaller: true, isEffective: true };
  }
  return { isSmaller: removedTokens > addedTokens, isEffective: false };
}
