import type { Message, Messages } from '@hermes-context/contract';
import { contentText } from '@hermes-context/messages';
import type { WirePiece } from '../document/write-document.ts';
import { Origins, type Stretch } from '../trace-origins.ts';
import type { WireChange, WireTarget } from '../wire-format.ts';
import { isWireList, isWireObject, type WireObject } from '../wire-value.ts';
import { kindOfItem } from './item-kind.ts';
import { type ItemStyle, makeItems, originalItems } from './make-items.ts';

/** The parts of an OpenAI Responses request that come from the conversation. */
export interface ResponsesRequestParts {
  /** Absent when there are none. */
  readonly instructions?: string;
  readonly input: readonly WireObject[];
}

/**
 * A conversation as an OpenAI Responses request takes it. A system message at the start that was no item becomes
 * `instructions`. Items that a message came with are sent as they were, as long as they still say what the message
 * says; reasoning goes out in front of the very item that it came with or not at all, and what it led to then loses
 * its id.
 */
export function toResponsesItems(messages: Messages): ResponsesRequestParts {
  const leadingCount = countInstructions(messages);
  const instructions = makeInstructions(messages.slice(0, leadingCount));
  const style: ItemStyle = { isTyped: true, customCallIds: customCallIds(messages) };
  const placed = messages.slice(leadingCount).flatMap((message) => makeItems(message, style));
  return { ...(instructions === undefined ? {} : { instructions }), input: placed.map(({ value }) => value) };
}

/** The same for a file: what did not change stays as it stands there. */
export function writeResponses(target: WireTarget): WireChange {
  const { messages, reading, elements, root } = target;
  const hasRoom = root !== undefined && !isWireList(root['instructions']);
  const leadingCount = hasRoom ? countInstructions(messages) : 0;
  const origins = new Origins(reading);
  const style: ItemStyle = { isTyped: isTyped(elements), customCallIds: customCallIds(messages) };
  const indices = new Map(elements.map((element, index) => [element, index]));
  const stretches = origins.split(messages.slice(leadingCount));
  // Without a single message to ride with, opaque items stay in front of whatever is written.
  const unowned = reading.links.length === 0 ? elements.length : 0;
  return {
    pieces: [
      { kind: 'source', start: 0, end: unowned },
      ...stretches.flatMap((stretch) => writeStretch(stretch, { origins, style, indices })),
    ],
    members: changedInstructions(target, messages.slice(0, leadingCount)),
  };
}

interface Writing {
  readonly origins: Origins;
  readonly style: ItemStyle;
  /** Where each element stands in the file. */
  readonly indices: ReadonlyMap<unknown, number>;
}

function writeStretch(stretch: Stretch, writing: Writing): readonly WirePiece[] {
  if (stretch.kind === 'unchanged') return [{ kind: 'source', ...stretch.link.elements }];
  return stretch.messages.flatMap((message) => writeMessage(message, writing));
}

function writeMessage(message: Message, { origins, style, indices }: Writing): readonly WirePiece[] {
  const link = origins.linkOf(message)?.elements ?? { start: 0, end: 0 };
  const from = Array.from({ length: link.end - link.start }, (_none, offset) => link.start + offset);
  return makeItems(message, style).map(({ value }): WirePiece => {
    const index = indices.get(value);
    return index === undefined ? { kind: 'new', value, from } : { kind: 'source', start: index, end: index + 1 };
  });
}

/** Only one message can be `instructions`, and only one that was no item before. */
function countInstructions([first]: Messages): 0 | 1 {
  return first?.role === 'system' && originalItems(first).length === 0 ? 1 : 0;
}

function makeInstructions([message]: Messages): string | undefined {
  const text = message === undefined ? '' : contentText(message.content);
  return text === '' ? undefined : text;
}

function changedInstructions({ reading, root }: WireTarget, leading: Messages): ReadonlyMap<string, unknown> {
  const [first] = reading.messages;
  const before = reading.links[0]?.messages.start === 0 ? undefined : first;
  if (before === leading[0] || (leading.length === 0 && typeof root?.['instructions'] !== 'string')) return new Map();
  return new Map([['instructions', makeInstructions(leading)]]);
}

function isTyped(elements: readonly unknown[]): boolean {
  const message = elements.filter(isWireObject).find((item) => 'role' in item);
  return message === undefined || message['type'] === 'message';
}

function customCallIds(messages: Messages): ReadonlySet<string> {
  const calls = messages.flatMap(originalItems).filter((item) => item['type'] === 'custom_tool_call');
  return new Set(calls.filter((item) => kindOfItem(item) === 'call').map((item) => String(item['call_id'])));
}
