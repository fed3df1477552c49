import type { Messages } from '@hermes-context/contract';
import type { MessageGroup } from '@hermes-context/messages';
import type { CountTokens } from './boundary-policy.ts';

/** One place where the tail may start, and what it then holds. */
export interface TailStep {
  /** Index of the group's first message. */
  readonly start: number;
  /** Size of everything from `start` on, in tokens. */
  readonly tokens: number;
}

/** How far back to measure. */
export interface MeasureLimit {
  /** Go on at least until the tail holds more than this, in tokens. */
  readonly tokens: number;
  /** Go on at least until this index is in the tail. */
  readonly index: number;
}

/** The conversation as one decision on boundaries sees it. */
export interface GroupedMessages {
  readonly messages: Messages;
  readonly groups: readonly MessageGroup[];
  readonly countTokens: CountTokens;
}

/**
 * Where the tail may start, newest first: suffix sums over whole groups, counted from the end and no
 * further than a decision needs, so that the cost follows the tail and not the history.
 */
export function measureTail(
  { messages, groups, countTokens }: GroupedMessages,
  limit: MeasureLimit,
): readonly TailStep[] {
  const steps: TailStep[] = [];
  let tokens = 0;
  for (let position = groups.length - 1; position >= 0; position -= 1) {
    const group = groups[position];
    if (group === undefined || (tokens > limit.tokens && group.end <= limit.index)) break;
    for (let index = group.start; index < group.end; index += 1) {
      const message = messages[index];
      if (message !== undefined) tokens += countTokens(message);
    }
    steps.push({ start: group.start, tokens });
  }
  return steps;
}

/** The group that holds `index`, or `undefined` past the end. Logarithmic. */
export function groupAt(groups: readonly MessageGroup[], index: number): MessageGroup | undefined {
  let low = 0;
  let high = groups.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const group = groups[middle];
    if (group === undefined) return undefined;
    if (index < group.start) high = middle - 1;
    else if (index >= group.end) low = middle + 1;
    else return group;
  }
  return undefined;
}
