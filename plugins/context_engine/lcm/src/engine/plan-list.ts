import type { Message, Messages } from '@hermes-context/contract';
import { classifyMessage, groupMessages, isRealUser, type MessageGroup } from '@hermes-context/messages';

/** What of a list stays, and what a summary may stand for. All of them ascending indices. */
export interface ListPlan {
  /** Head `[0, headEnd)`: the system prompt. */
  readonly headEnd: number;
  readonly tailStart: number;
  /** Stays word for word behind the summary: the newest request, what is pinned. */
  readonly carried: readonly number[];
  /** The conversation between head and tail that is not carried. */
  readonly middle: readonly number[];
  /** Summaries, and lines between messages: what engines put there. Replaced by the next publication. */
  readonly ours: readonly number[];
}

/** How a list is to be divided. */
export interface PlanPolicy {
  readonly tailTokens: number;
  readonly pins: readonly number[];
  readonly tokensOf: (message: Message) => number;
}

/**
 * Divide a list. The tail is bounded in tokens alone: as many of the newest groups as fit, and the newest one whatever
 * it weighs. A tool call is never parted from its results.
 */
export function planList(messages: Messages, policy: PlanPolicy): ListPlan {
  const headEnd = endOfHead(messages);
  const groups = groupMessages(messages);
  const tailStart = Math.max(headEnd, startOfTail(messages, groups, policy));
  const carried = carriedIn({ messages, groups, headEnd, tailStart }, policy.pins);
  const isCarried = new Set(carried);
  const between = messages.slice(headEnd, tailStart).map((message, offset) => ({ message, index: headEnd + offset }));
  const free = between.filter(({ index }) => !isCarried.has(index));
  const split = Map.groupBy(free, ({ message }) => (isOurs(message) ? 'ours' : 'middle'));
  const indices = (kind: 'ours' | 'middle') => (split.get(kind) ?? []).map(({ index }) => index);
  return { headEnd, tailStart, carried, middle: indices('middle'), ours: indices('ours') };
}

/** Whether an engine or a repair put it there: no part of what was said. */
export function isOurs(message: Message): boolean {
  const kind = classifyMessage(message);
  return kind === 'summary' || kind === 'bridge' || message._context?.mark?.kind === 'repair';
}

/** Where the system prompt and what belongs to it end. */
export function endOfHead(messages: Messages): number {
  const end = messages.findIndex((message) => classifyMessage(message) !== 'system');
  return end === -1 ? messages.length : end;
}

function startOfTail(messages: Messages, groups: readonly MessageGroup[], policy: PlanPolicy): number {
  const last = groups.at(-1);
  let room = policy.tailTokens;
  let start = last?.start ?? 0;
  for (const group of groups.toReversed()) {
    room -= messages.slice(group.start, group.end).reduce((sum, message) => sum + policy.tokensOf(message), 0);
    if (room < 0) break;
    start = group.start;
  }
  return start;
}

interface Stretch {
  readonly messages: Messages;
  readonly groups: readonly MessageGroup[];
  readonly headEnd: number;
  readonly tailStart: number;
}

/** The newest request if it is not in the tail, and pinned messages with the groups that they are worth nothing without. */
function carriedIn({ messages, groups, headEnd, tailStart }: Stretch, pins: readonly number[]): readonly number[] {
  const newest = messages.findLastIndex(isRealUser);
  const isPinned = new Set(pins);
  const pinned = groups.flatMap(({ start, end }) => {
    const indices = Array.from({ length: end - start }, (_, offset) => start + offset);
    return indices.some((index) => isPinned.has(index)) ? indices : [];
  });
  return [...new Set([...pinned, newest])]
    .filter((index) => index >= headEnd && index < tailStart)
    .toSorted((left, right) => left - right);
}
