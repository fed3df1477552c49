import type { Message, Messages } from '@hermes-context/contract';
import { contentText, isRealUser, isSummary } from '@hermes-context/messages';

/** Indices of the newest `count` messages of a real user, ascending; fewer when there are fewer. */
export function findNewestUsers(messages: Messages, count: number): readonly number[] {
  const found: number[] = [];
  for (let index = messages.length - 1; index >= 0 && found.length < count; index -= 1) {
    const message = messages[index];
    if (message !== undefined && isRealUser(message)) found.push(index);
  }
  return found.reverse();
}

/** Index of the reply that the user read last: the newest assistant message with text. */
export function findLastVisibleReply(messages: Messages): number | undefined {
  const index = messages.findLastIndex(isVisibleReply);
  return index === -1 ? undefined : index;
}

function isVisibleReply(message: Message): boolean {
  return message.role === 'assistant' && contentText(message.content).trim() !== '' && !isSummary(message);
}
