import type { Message, Messages } from '@hermes-context/contract';

/** The messages at some indices, in the order of the indices. */
export function messagesAt(messages: Messages, indices: readonly number[]): Messages {
  const [first, last] = [indices[0], indices.at(-1)];
  if (first === undefined || last === undefined) return [];
  // The middle of a conversation is mostly one stretch, and a slice of a long list is a fraction of a walk.
  if (isOneStretch(indices, { first, last })) return messages.slice(first, last + 1);
  const found: Message[] = [];
  for (const index of indices) {
    const message = messages[index];
    if (message !== undefined) found.push(message);
  }
  return found;
}

/** For indices that ascend, as all of ours do. */
function isOneStretch(
  indices: readonly number[],
  { first, last }: { readonly first: number; readonly last: number },
): boolean {
  return last - first + 1 === indices.length;
}
