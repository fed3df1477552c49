import type { Message, Messages } from '@hermes-context/contract';
import { isThinking } from './anthropic/read-blocks.ts';
import { isWireBlock } from './wire-value.ts';
import { withoutReasoning } from './without-reasoning.ts';

/** A conversation after a rewrite, as Anthropic takes it. */
export interface ThinkingDropped {
  /** Messages that did not change are the same objects; where none did, so is the list. */
  readonly messages: Messages;
  /** Messages whose thinking left. */
  readonly droppedCount: number;
}

/**
 * A rewritten conversation without the thinking that the rewrite cut loose. Anthropic's models check signed thinking
 * against system, tools and all earlier messages (provider reference, section 1.8, read 2026-11), so that of messages at
 * or behind the first edited one is refused. It leaves as a whole, message by message; other blocks stay as they are.
 *
 * @param firstEditedIndex - Of the first message, in this list, that was edited, made anew, or that something was removed
 * in front of. 0 where the system prompt or a tool changed; the length of the list, or more, where nothing did.
 */
export function dropUnboundThinking(messages: Messages, firstEditedIndex: number): ThinkingDropped {
  let droppedCount = 0;
  const kept = messages.map((message, index) => {
    if (index < firstEditedIndex || !holdsThinking(message)) return message;
    droppedCount += 1;
    return withoutReasoning(message);
  });
  return droppedCount === 0 ? { messages, droppedCount } : { messages: kept, droppedCount };
}

/** Whether a message came with thinking of Anthropic's. That of others is bound to nothing. */
function holdsThinking(message: Message): boolean {
  const wire = message._context?.wire;
  return message.role === 'assistant' && wire?.format === 'anthropic' && wire.parts.some(isThinkingBlock);
}

function isThinkingBlock(part: unknown): boolean {
  return isWireBlock(part) && isThinking(part);
}
