import type { Message, Messages } from '@hermes-context/contract';
import { groupMessages } from '@hermes-context/messages';
import type { Casualty } from './proof.ts';

/** Give an engine one list after the other. @returns The one that it did not survive; `undefined` when it survived all. */
export type TryLists = (lists: readonly Messages[]) => Promise<Messages | undefined>;

/** How much larger the next list is; the smallest ones grow by one group. */
const STEP_RATIO = 1.1;

/** Enough to tell texts apart. */
const SHORT_CHARS = 20;

/**
 * The casualties with a smaller conversation in the first one that has any. An engine that ends its process cannot be
 * asked a hundred times, so each of these steps costs one process: the shortest beginning that is fatal, the shortest end
 * of that, and the same with short texts.
 */
export async function shrinkFirst(casualties: readonly Casualty[], tryLists: TryLists): Promise<readonly Casualty[]> {
  const at = casualties.findIndex(({ messages }) => messages !== undefined);
  const first = casualties[at];
  if (first?.messages === undefined) return casualties;
  const messages = await shrink(first.messages, tryLists);
  return casualties.with(at, { ...first, messages });
}

async function shrink(messages: Messages, tryLists: TryLists): Promise<Messages> {
  const steps = [beginnings, ends, withShortTexts];
  let smallest = messages;
  for (const [index, step] of steps.entries()) {
    const lists = step(smallest);
    const found = lists.length === 0 ? undefined : await tryLists(lists);
    // Its beginnings include the whole: what survives that was killed by something else than the list.
    if (found === undefined && index === 0) return messages;
    smallest = found ?? smallest;
  }
  return smallest;
}

/** From the shortest to the whole; a call stays with its results. */
function beginnings(messages: Messages): readonly Messages[] {
  const groups = groupMessages(messages);
  return sizesUpTo(groups.length).map((size) => messages.slice(0, groups[size - 1]?.end));
}

/** From the shortest to all but the first group. */
function ends(messages: Messages): readonly Messages[] {
  const groups = groupMessages(messages);
  return sizesUpTo(groups.length - 1).map((size) => messages.slice(groups[groups.length - size]?.start));
}

/** All small sizes, then ever larger steps: together not much more than a few times the largest. */
function sizesUpTo(largest: number): readonly number[] {
  const sizes: number[] = [];
  for (let size = 1; size < largest; size = Math.ceil(size * STEP_RATIO)) sizes.push(size);
  return largest < 1 ? [] : [...sizes, largest];
}

function withShortTexts(messages: Messages): readonly Messages[] {
  return [messages.map(withShortText)];
}

function withShortText(message: Message): Message {
  if (typeof message.content !== 'string') return message;
  return { ...message, content: message.content.slice(0, SHORT_CHARS) };
}
