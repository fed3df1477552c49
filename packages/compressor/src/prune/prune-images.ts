import type { ContentPart, Message } from '@hermes-context/contract';
import { isPicture } from '@hermes-context/messages';

const REMOVED_IMAGE: ContentPart = { type: 'text', text: '[Image removed to save context space]' };

/** The message with a line in place of each picture, or the same object where it has none. */
export function pruneImages<M extends Message>(message: M): M {
  const { content } = message;
  if (typeof content === 'string' || content === null || !content.some(isPicture)) return message;
  return { ...message, content: content.map((part) => (isPicture(part) ? REMOVED_IMAGE : part)) };
}
