import type { CompressOutcome, Messages } from '@hermes-context/contract';
import { repairMessages } from '@hermes-context/messages';
import type { CountTokens } from '../boundary-policy.ts';
import { type PrunePolicy, pruneMessages } from './prune-messages.ts';

/** Phase 1 as a whole outcome: smaller and valid, or `unchanged`. */
export function pruneOutcome(
  messages: Messages,
  policy: PrunePolicy & { readonly countTokens: CountTokens },
): CompressOutcome {
  const pruned = pruneMessages(messages, policy);
  const { messages: after, repairs } = repairMessages(pruned.messages);
  const saved = sumTokens(messages, policy.countTokens) - sumTokens(after, policy.countTokens);
  if (saved <= 0) {
    return {
      kind: 'unchanged',
      reason: 'nothing-to-compress',
      detail: 'No old tool output, argument or image is long enough to clear.',
    };
  }
  return {
    kind: 'compressed',
    messages: after,
    report: {
      covered: [],
      boundaries: { headEnd: policy.tailStart, tailStart: policy.tailStart },
      carried: [],
      rewritten: messages.flatMap((message, index) => (pruned.messages[index] === message ? [] : [index])),
      pruned: pruned.counts,
      repairs,
      warnings: [],
    },
  };
}

function sumTokens(messages: Messages, countTokens: CountTokens): number {
  return messages.reduce((total, message) => total + countTokens(message), 0);
}
