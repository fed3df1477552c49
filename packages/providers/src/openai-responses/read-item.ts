import type { ToolCall } from '@hermes-context/contract';
import { isWireBlock, isWireList, stringField, type WireObject } from '../wire-value.ts';
import { kindOfItem } from './item-kind.ts';

/** The call that an item makes. A free-form tool has one argument, `input`. */
export function readCallItem(item: WireObject): ToolCall {
  const input = stringField(item, 'input') ?? '';
  const isCustom = item['type'] === 'custom_tool_call';
  return {
    id: stringField(item, 'call_id') ?? stringField(item, 'id') ?? '',
    type: 'function',
    function: {
      name: stringField(item, 'name') ?? '',
      arguments: isCustom ? JSON.stringify({ input }) : (stringField(item, 'arguments') ?? '{}'),
    },
  };
}

/** The readable part of the reasoning among items; `undefined` when there is none. */
export function readReasoning(items: readonly WireObject[]): string | undefined {
  const texts = items.filter((item) => kindOfItem(item) === 'reasoning').flatMap(reasoningTexts);
  const text = texts.filter((thought) => thought !== '').join('\n\n');
  return text === '' ? undefined : text;
}

function reasoningTexts({ summary, content }: WireObject): readonly string[] {
  const parts = [summary, content].flatMap((list) => (isWireList(list) ? list.filter(isWireBlock) : []));
  return parts.map((part) => stringField(part, 'text') ?? '');
}
