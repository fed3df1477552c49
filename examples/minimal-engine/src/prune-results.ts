import type { Message, Messages } from '@hermes-context/contract';
import { truncateMiddle } from '@hermes-context/messages';

/** Length from which on a tool's result is shortened before it is summarised: its beginning and its end say what it was. */
const MAX_RESULT_CHARS = 2_000;

/** The list with long tool results shortened. Messages that do not change are the same objects. */
export function pruneResults(messages: Messages): Messages {
  return messages.map(pruneResult);
}

function pruneResult(message: Message): Message {
  const { content } = message;
  if (message.role !== 'tool' || typeof content !== 'string' || content.length <= MAX_RESULT_CHARS) return message;
  return { ...message, content: truncateMiddle(content, { maxChars: MAX_RESULT_CHARS }) };
}
