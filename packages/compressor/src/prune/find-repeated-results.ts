import type { Message, Messages } from '@hermes-context/contract';

/** Where to look for results that a later one repeats. */
export interface RepeatPolicy {
  /** Only results before this index are of interest; the list is read to its end all the same. */
  readonly end: number;
  /** Shorter texts are not worth a note. */
  readonly minChars: number;
}

/** Tool results before `end` whose text, word for word, is also that of a later result. */
export function findRepeatedResults(messages: Messages, { end, minChars }: RepeatPolicy): ReadonlySet<Message> {
  const repeated = new Set<Message>();
  const byLength = new Map<number, Set<string>>(); // most texts differ in length, and then are never compared
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message?.role !== 'tool' || typeof message.content !== 'string' || message.content.length < minChars) continue;
    const text = message.content;
    const seen = byLength.get(text.length);
    if (seen === undefined) byLength.set(text.length, new Set([text]));
    else if (!seen.has(text)) seen.add(text);
    else if (index < end) repeated.add(message);
  }
  return repeated;
}
