import type { Message, Messages, Repair } from '@hermes-context/contract';
import { repairContents } from './repair-content.ts';
import type { RepairStep } from './repair-entry.ts';
import { repairOpening } from './repair-opening.ts';
import { repairPairs } from './repair-pairs.ts';

/** What a repair may leave open. */
export interface RepairOptions {
  /**
   * Messages, by identity, that keep their call ids, and whose calls may stay unanswered: they wait for an approval
   * or still run. Default: none.
   */
  readonly pinned?: ReadonlySet<Message>;
}

/** A list that providers accept, and what was done to make it so. */
export interface RepairedMessages {
  /** The same array as was given where there was nothing to do. */
  readonly messages: Messages;
  /** Ordered by index. Every message that is not in the result as the same object is named here. */
  readonly repairs: readonly Repair[];
}

/**
 * Makes a list valid for every provider: {@link validateOpenAiChat} and {@link validateAnthropic} find nothing in the
 * result, but for calls that `pinned` leaves open. Says what it did; a second run does nothing.
 *
 * Messages without a fault stay the same objects. A changed message keeps its other fields, `_context` with the
 * provider's original parts among them: who writes those to the wire must compare them with the message.
 */
export function repairMessages(messages: Messages, { pinned }: RepairOptions = {}): RepairedMessages {
  const isPinned = (index: number): boolean => {
    const message = messages[index];
    return message !== undefined && pinned?.has(message) === true;
  };
  const contents = repairContents(messages.map((message, index) => ({ message, index })));
  const pairs = repairPairs(contents.entries, isPinned);
  const opening = repairOpening(pairs.entries, messages.length);
  const repairs = repairsOf([contents, pairs, opening]);
  if (repairs.length === 0) return { messages, repairs };
  return { messages: opening.entries.map((entry) => entry.message), repairs };
}

function repairsOf(steps: readonly RepairStep[]): readonly Repair[] {
  return steps.flatMap((step) => step.repairs).sort((left, right) => left.index - right.index);
}
