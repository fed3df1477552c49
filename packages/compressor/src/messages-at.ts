import type { Messages } from '@hermes-context/contract';

/** The messages at some indices, in the order of the indices. */
export function messagesAt(messages: Messages, indices: readonly number[]): Messages {
  return indices.flatMap((index) => messages[index] ?? []);
}
