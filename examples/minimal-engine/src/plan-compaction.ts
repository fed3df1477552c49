import type { Message, Messages } from '@hermes-context/contract';
import {
  classifyMessage,
  groupMessages,
  isRealUser,
  isSummary,
  type MessageGroup,
  summaryBody,
} from '@hermes-context/messages';

/** What decides how much stays. */
export interface PlanRequest {
  readonly messages: Messages;
  /** Indices that must stay word for word. */
  readonly pins?: readonly number[] | undefined;
  /** How much the newest messages may fill, in tokens. The newest group stays, whatever its size. */
  readonly tailTokens: number;
  readonly countTokens: (message: Message) => number;
}

/** Which messages go where, as indices into the list. */
export interface Plan {
  /** Head `[0, headEnd)`: the system prompt. Tail `[tailStart, length)`: the newest messages. The middle is between them. */
  readonly headEnd: number;
  readonly tailStart: number;
  /** Groups of the middle that stay word for word: what is pinned, system messages, and what a person said last. */
  readonly carried: readonly Carried[];
  /** What a summary shall newly stand for. Empty: there is nothing to do. */
  readonly fresh: readonly number[];
  /** All that goes: `fresh`, and the earlier summaries with the lines that led over from them. */
  readonly covered: readonly number[];
  /** The earlier summaries, and how many messages they stand for. Read from the list: an engine has no memory of its own. */
  readonly previousSummary: string | undefined;
  readonly previousCount: number;
  /** Whether what a person said last is newer than all of `fresh`. */
  readonly hasNewerRequest: boolean;
}

/** A group that stays, and the number of `fresh` messages in front of it. */
export interface Carried extends MessageGroup {
  readonly before: number;
}

/** Decide what to summarise. Cuts between groups only: a call and its results stay or go together. */
export function planCompaction({ messages, pins = [], tailTokens, countTokens }: PlanRequest): Plan {
  const groups = groupMessages(messages);
  const headEnd = findHeadEnd(messages);
  const tailStart = findTailStart(groups, { messages, headEnd, tailTokens, countTokens });
  const newestUser = messages.findLastIndex(isRealUser);
  const staying = new Set([...pins, newestUser]);
  const stays = (index: number): boolean => staying.has(index) || isSystem(messages[index]);

  const middle = groups.filter(({ start }) => start >= headEnd && start < tailStart);
  const kept = middle.filter((group) => indicesOf(group).some(stays));
  const covered = middle.filter((group) => !indicesOf(group).some(stays)).flatMap(indicesOf);
  const fresh = covered.filter((index) => !isOurs(messages[index]));
  return {
    headEnd,
    tailStart,
    carried: withCounts(kept, fresh),
    fresh,
    covered,
    hasNewerRequest: newestUser > (fresh.at(-1) ?? -1),
    ...readSummaries(covered.flatMap((index) => messages[index] ?? []).filter(isSummary)),
  };
}

function findHeadEnd(messages: Messages): number {
  const end = messages.findIndex((message) => !isSystem(message));
  return end === -1 ? messages.length : end;
}

function isSystem(message: Message | undefined): boolean {
  return message !== undefined && classifyMessage(message) === 'system';
}

/** Walks from the newest group back, so that the cost is that of the tail, not of the history. */
function findTailStart(
  groups: readonly MessageGroup[],
  { messages, headEnd, tailTokens, countTokens }: PlanRequest & { readonly headEnd: number },
): number {
  let start = messages.length;
  let room = tailTokens;
  for (const group of groups.toReversed()) {
    if (group.start < headEnd) break;
    for (const message of messages.slice(group.start, group.end)) room -= countTokens(message);
    if (room < 0 && start < messages.length) break;
    start = group.start;
  }
  return start;
}

function indicesOf({ start, end }: MessageGroup): readonly number[] {
  return Array.from({ length: end - start }, (_, offset) => start + offset);
}

/** An earlier summary, or the line that led over from it. */
function isOurs(message: Message | undefined): boolean {
  return message !== undefined && ['summary', 'bridge'].includes(classifyMessage(message));
}

function withCounts(kept: readonly MessageGroup[], fresh: readonly number[]): readonly Carried[] {
  let before = 0;
  return kept.map((group) => {
    while (before < fresh.length && (fresh[before] ?? 0) < group.start) before += 1;
    return { ...group, before };
  });
}

function readSummaries(summaries: Messages): Pick<Plan, 'previousSummary' | 'previousCount'> {
  const bodies = summaries.map((message) => summaryBody(message) ?? '').filter((body) => body !== '');
  const counts = summaries.map(({ _context }) =>
    _context?.mark?.kind === 'summary' ? _context.mark.summary.coveredCount : 0,
  );
  return {
    previousSummary: bodies.length === 0 ? undefined : bodies.join('\n\n'),
    previousCount: counts.reduce((total, count) => total + count, 0),
  };
}
