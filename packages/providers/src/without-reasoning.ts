import type { Message, WireOrigin } from '@hermes-context/contract';
import { isThinking } from './anthropic/read-blocks.ts';
import { keepReasoningWithFollower } from './openai-responses/drop-reasoning.ts';
import { itemsOf } from './openai-responses/item-kind.ts';
import { isWireBlock } from './wire-value.ts';

/**
 * A message without its reasoning, readable and encrypted: all of it, since providers refuse a part. What it led to
 * stays, in the form that a provider takes without it: Responses items lose their ids.
 *
 * @returns The same object when there is no reasoning in it.
 */
export function withoutReasoning(message: Message): Message {
  if (message.role !== 'assistant') return message;
  const { reasoning_content: reasoning, ...bare } = message;
  const wire = message._context?.wire;
  const parts = wire === undefined ? [] : partsWithoutReasoning(wire);
  if (wire === undefined || parts.length === wire.parts.length) return reasoning === undefined ? message : bare;
  return { ...bare, _context: { ...message._context, wire: { ...wire, parts } } };
}

function partsWithoutReasoning({ format, parts }: WireOrigin): readonly unknown[] {
  switch (format) {
    case 'openai-chat':
      return parts;
    case 'anthropic':
      return parts.filter((part) => !(isWireBlock(part) && isThinking(part)));
    case 'openai-responses': {
      const placed = itemsOf(parts).map((value, original) => ({ value, original }));
      return keepReasoningWithFollower(placed, true).map(({ value }) => value);
    }
  }
}
