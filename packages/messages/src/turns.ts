import type { Messages } from '@hermes-context/contract';
import { isRealUser } from './classify.ts';
import { groupMessages } from './groups.ts';

/**
 * Index at which the last `count` turns begin. A turn begins where a person speaks; what a host says belongs to the
 * turn before. The length of the list when `count` is 0, and 0 when there are fewer turns.
 *
 * Never splits a call from its result: where a person spoke in between, the turn begins with the call.
 */
export function startOfLastTurns(messages: Messages, count: number): number {
  if (count <= 0) return messages.length;
  const starts = messages.flatMap((message, index) => (isRealUser(message) ? [index] : []));
  const first = starts[starts.length - count];
  if (first === undefined) return 0;
  return groupMessages(messages).findLast((group) => group.start <= first)?.start ?? 0;
}
