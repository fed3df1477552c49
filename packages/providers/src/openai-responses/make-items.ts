import type { AssistantMessage, Content, Message, ToolCall, ToolMessage } from '@hermes-context/contract';
import { isBlank, toolCallsOf } from '@hermes-context/messages';
import { alignBlocks, type OriginalBlock, type WantedBlock } from '../align-blocks.ts';
import { contentParts, partKey } from '../content-parts.ts';
import { isWireObject, type WireObject, withoutKeys } from '../wire-value.ts';
import { keepReasoningWithFollower, type PlacedItem } from './drop-reasoning.ts';
import { itemsOf, kindOfItem } from './item-kind.ts';
import { makeItemContent, readItemContent } from './item-parts.ts';
import { readCallItem, readReasoning } from './read-item.ts';

/** How new items are written. */
export interface ItemStyle {
  /** Whether messages carry `type: "message"` and parts, or role and text alone. */
  readonly isTyped: boolean;
  /** Ids of calls of free-form tools: their results have a type of their own. */
  readonly customCallIds: ReadonlySet<string>;
}

/** What the server gave an item when it made it. An edited item is no longer that one. */
const SERVER_FIELDS = ['id', 'status'];

/** The items of one message. Original items that still read the same are the same objects. */
export function makeItems(message: Message, style: ItemStyle): readonly PlacedItem[] {
  const items = originalItems(message);
  switch (message.role) {
    case 'assistant':
      return makeAssistantItems(message, items, style);
    case 'tool':
      return makeAround(items, 'result', makeResult(message, items, style));
    case 'user':
    case 'system':
      return makeAround(items, 'input', makeInput(message, items, style));
  }
}

/** The original items of a message; none when it came from elsewhere. */
export function originalItems(message: Message): readonly WireObject[] {
  const wire = message._context?.wire;
  return wire?.format === 'openai-responses' ? itemsOf(wire.parts) : [];
}

/** A new item in the place of the one of its kind; what rides along stays around it. */
function makeAround(
  items: readonly WireObject[],
  kind: 'result' | 'input',
  made: WireObject | undefined,
): readonly PlacedItem[] {
  const at = items.findIndex((item) => kindOfItem(item) === kind);
  const placed = items.map((value, original): PlacedItem => {
    return original === at && made !== undefined && made !== value ? { value: made } : { value, original };
  });
  const whole = at === -1 && made !== undefined ? [...placed, { value: made }] : placed;
  return keepReasoningWithFollower(whole, true);
}

function makeInput(message: Message, items: readonly WireObject[], style: ItemStyle): WireObject | undefined {
  const original = items.find((item) => kindOfItem(item) === 'input');
  const role = wireRole(message);
  if (original === undefined) return newMessage({ role, content: message.content, style });
  if (original['role'] === role && readsSame(original['content'], message.content)) return original;
  const content = makeItemContent(message.content, original['content'], 'input_text');
  return { ...withoutKeys(original, SERVER_FIELDS), role, content };
}

function makeResult(message: ToolMessage, items: readonly WireObject[], style: ItemStyle): WireObject {
  const original = items.find((item) => kindOfItem(item) === 'result');
  const { tool_call_id: id, content } = message;
  if (original === undefined) {
    const type = style.customCallIds.has(id) ? 'custom_tool_call_output' : 'function_call_output';
    return { type, call_id: id, output: makeItemContent(content ?? '', undefined, 'input_text') };
  }
  const isSame = readsSame(original['output'], content);
  if (isSame && original['call_id'] === id) return original;
  const output = isSame ? original['output'] : makeItemContent(content ?? '', original['output'], 'input_text');
  return { ...withoutKeys(original, SERVER_FIELDS), call_id: id, output };
}

function makeAssistantItems(
  message: AssistantMessage,
  items: readonly WireObject[],
  style: ItemStyle,
): readonly PlacedItem[] {
  const { blocks } = alignBlocks(items.map(originalBlock), {
    part: wantedOutputs(message, items, style),
    call: toolCallsOf(message).map(wantedCall),
  });
  const placed = blocks.flatMap(({ value, original }): readonly PlacedItem[] => {
    if (!isWireObject(value)) return [];
    return original === undefined ? [{ value }] : [{ value, original }];
  });
  return keepReasoningWithFollower(placed, readReasoning(items) !== message.reasoning_content);
}

function originalBlock(item: WireObject): OriginalBlock {
  switch (kindOfItem(item)) {
    case 'output':
      return { value: item, lane: 'part', key: contentKey(readItemContent(item['content'])) };
    case 'call':
      return { value: item, lane: 'call', key: callKey(readCallItem(item)) };
    default:
      return { value: item, lane: undefined, key: '' };
  }
}

/** What the text of a message asks of its items: those that it had, or, where it was edited, one with all of it. */
function wantedOutputs(
  { content }: AssistantMessage,
  items: readonly WireObject[],
  style: ItemStyle,
): readonly WantedBlock[] {
  const outputs = items.filter((item) => kindOfItem(item) === 'output');
  const said = outputs.map((item) => readItemContent(item['content']));
  if (contentKey(said.flatMap(contentParts)) === contentKey(content)) {
    return said.map((part, index) => ({ key: contentKey(part), make: () => outputs[index] ?? {} }));
  }
  if (isBlank(content)) return [];
  return [{ key: contentKey(content), make: (replaced) => makeOutput(content, replaced, style) }];
}

function makeOutput(content: Content, replaced: object | undefined, style: ItemStyle): WireObject {
  if (!isWireObject(replaced)) return newMessage({ role: 'assistant', content, style });
  const said = makeItemContent(content, replaced['content'], 'output_text');
  return { ...withoutKeys(replaced, SERVER_FIELDS), content: said };
}

interface NewMessage {
  readonly role: string;
  readonly content: Content;
  readonly style: ItemStyle;
}

function newMessage({ role, content, style }: NewMessage): WireObject {
  const textType = role === 'assistant' ? 'output_text' : 'input_text';
  if (style.isTyped) {
    return { type: 'message', role, content: makeItemContent(contentParts(content), [], textType) };
  }
  return { role, content: makeItemContent(content ?? '', undefined, textType) };
}

function wantedCall(call: ToolCall): WantedBlock {
  return { key: callKey(call), make: (replaced) => makeCall(call, replaced) };
}

function makeCall({ id, function: called }: ToolCall, replaced: object | undefined): WireObject {
  const original = isWireObject(replaced) && replaced['name'] === called.name ? replaced : undefined;
  if (original?.['type'] === 'custom_tool_call') {
    return { ...withoutKeys(original, SERVER_FIELDS), call_id: id, input: customInput(called.arguments) };
  }
  const kept = original === undefined ? { type: 'function_call' } : withoutKeys(original, SERVER_FIELDS);
  return { ...kept, call_id: id, name: called.name, arguments: called.arguments };
}

/** The text of the only argument of a free-form tool; the arguments as they are where they have another form. */
function customInput(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  const input = isWireObject(value) ? value['input'] : undefined;
  return typeof input === 'string' ? input : text;
}

function wireRole(message: Message): string {
  const wire = message._context?.wire;
  const role = wire?.format === 'openai-responses' || wire?.format === 'openai-chat' ? wire.role : undefined;
  return message.role === 'system' ? (role ?? 'system') : message.role;
}

function readsSame(original: unknown, content: Content): boolean {
  return contentKey(readItemContent(original)) === contentKey(content);
}

/** Equal for contents that read the same, be they a text or parts. */
function contentKey(content: Content): string {
  return JSON.stringify(contentParts(content).map(partKey));
}

function callKey({ id, function: called }: ToolCall): string {
  return JSON.stringify([id, called.name, called.arguments]);
}
