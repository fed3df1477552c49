import type { Messages } from '@hermes-context/contract';
import { contentText } from '@hermes-context/messages';
import { contentParts, textOf } from '../content-parts.ts';
import { isWireBlock, isWireList } from '../wire-value.ts';
import { makePartBlocks } from './make-blocks.ts';
import { isListedSystem, originalBlocks } from './make-message.ts';

/** How many messages at the start are instructions that travel in front of the conversation. */
export function countLeadingSystem(messages: Messages): number {
  const found = messages.findIndex((message) => message.role !== 'system' || isListedSystem(message));
  return found === -1 ? messages.length : found;
}

/**
 * The value of `system`, in the shape it had before: text, or blocks with their cache markers.
 *
 * @param original - The value before; `undefined` when there was none.
 * @returns `undefined` when there is nothing to say.
 */
export function makeSystem(leading: Messages, original: unknown): unknown {
  const parts = leading.flatMap((message) => contentParts(message.content));
  const originals = isWireList(original) ? original.filter(isWireBlock) : leading.flatMap(originalBlocks);
  const hasBlocks = isWireList(original) || originals.length > 0 || parts.some((part) => textOf(part) === undefined);
  if (!hasBlocks) {
    const text = leading.map((message) => contentText(message.content)).join('\n\n');
    return text === '' ? undefined : text;
  }
  const blocks = makePartBlocks(parts, originals);
  return blocks.length === 0 ? undefined : blocks;
}
