import type { Messages } from '@hermes-context/contract';
import { groupMessages } from '@hermes-context/messages';
import type { Boundaries, BoundaryPolicy, CountTokens } from './boundary-policy.ts';
import { findLastVisibleReply, findNewestUsers } from './find-anchors.ts';
import { findHeadEnd } from './find-head-end.ts';
import { findTailStart } from './find-tail-start.ts';
import { groupAt } from './measure-tail.ts';

/**
 * Choose which messages to summarise: those between a protected head and tail, the carried ones
 * excepted. No boundary splits a call from its results (S-053): one that falls inside a group moves
 * back to the message that opened it. `headEnd === tailStart` means that there is nothing to do.
 */
export function findBoundaries(messages: Messages, policy: BoundaryPolicy, countTokens: CountTokens): Boundaries {
  const groups = groupMessages(messages);
  const users = findNewestUsers(messages, policy.minTailUserMessages);
  const wantedHead = findHeadEnd(messages, {
    protectFirst: policy.protectFirst,
    mustEndBefore: users[0] ?? messages.length,
  });
  const headEnd = groupAt(groups, wantedHead)?.start ?? wantedHead;

  const tokensIn = (start: number, end: number): number => sum(messages.slice(start, end).map(countTokens));
  const headTokens = tokensIn(0, headEnd);
  const carriedBefore = (tailStart: number): readonly number[] =>
    users.filter((index) => index >= headEnd && index < tailStart);
  const reply = findLastVisibleReply(messages);
  const { tailStart, isCut } = findTailStart({ messages, groups, countTokens }, policy, {
    wanted: [...users, ...(reply === undefined ? [] : [reply])],
    mustHold: Math.min(messages.length, ...policy.pins.filter((index) => index >= headEnd)),
    tokensBefore: (start) => headTokens + sum(carriedBefore(start).map((index) => tokensIn(index, index + 1))),
  });
  return { headEnd, tailStart: Math.max(headEnd, tailStart), carried: carriedBefore(tailStart), isTailCut: isCut };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
