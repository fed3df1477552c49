import type { Message, Messages } from '@hermes-context/contract';
import { toolCallsOf } from '@hermes-context/messages';
import type { WirePiece } from '../document/write-document.ts';
import { Notes } from '../notes.ts';
import { Origins } from '../trace-origins.ts';
import type { WireChange, WireFormat, WireReading, WireSource, WireTarget } from '../wire-format.ts';
import type { WireMemo } from '../wire-memo.ts';
import { isWireObject, type WireObject, withoutKeys } from '../wire-value.ts';
import { isLegacy, LegacyFunctions } from './legacy-functions.ts';
import { readChatMessage } from './read-chat-message.ts';

/** Transcripts in the shape of an OpenAI chat request: one element, one message. */
export const openAiChatFormat: WireFormat = { read: readChat, write: writeChat };

/**
 * Messages of an OpenAI chat request, brought into shape where a log bends the form: `developer` becomes `system`, old
 * function calls get ids. A message that is in shape is the same object.
 *
 * @throws TranscriptShapeError with the path `messages[…]`, for what is no message.
 */
export function fromOpenAiChat(messages: readonly unknown[]): Messages {
  return readChat({ elements: messages, placeOf: (index) => ['messages', index], notes: new Notes() }).messages;
}

/**
 * Messages as an OpenAI chat request takes them: without our side data, `developer` where it was so on the wire,
 * everything else as it is, fields that this package does not know included.
 *
 * @param memo - Given to several calls, makes a message that is the same object in them the same object on the wire.
 */
export function toOpenAiChat(messages: Messages, memo?: WireMemo): readonly WireObject[] {
  if (memo === undefined) return messages.map(toChatMessage);
  return messages.map((message) => memo.recall([message], toOne)).filter(isWireObject);
}

function toOne(messages: Messages): WireObject | undefined {
  return messages.map(toChatMessage)[0];
}

function readChat(source: WireSource): WireReading {
  const { elements, notes } = source;
  const legacy = new LegacyFunctions(elements, notes);
  const messages = elements.map((element, index) => readChatMessage(element, source.placeOf(index), { notes, legacy }));
  const links = messages.map((_message, index) => {
    const range = { start: index, end: index + 1 };
    return { elements: range, messages: range };
  });
  return { messages, links };
}

function writeChat({ messages, reading, elements }: WireTarget): WireChange {
  const stretches = new Origins(reading).split(messages);
  const changed = stretches.flatMap((stretch) => (stretch.kind === 'changed' ? stretch.messages : []));
  const changedIds = new Set(changed.flatMap(callIds));
  const pieces = stretches.flatMap((stretch): WireChange['pieces'] => {
    if (stretch.kind === 'changed') return stretch.messages.map(newPiece);
    const { start } = stretch.link.elements;
    const message = reading.messages[start];
    // The old form has no ids, so a call in the new form could not find its result in the old one.
    const isHalfOld =
      message !== undefined && isLegacy(elements[start]) && callIds(message).some((id) => changedIds.has(id));
    return isHalfOld ? [newPiece(message)] : [{ kind: 'source', ...stretch.link.elements }];
  });
  return { pieces, members: new Map() };
}

function newPiece(message: Message): WirePiece {
  return { kind: 'new', value: toChatMessage(message) };
}

/** Ids by which a message is tied to others. */
function callIds(message: Message): readonly string[] {
  return message.role === 'tool' ? [message.tool_call_id] : toolCallsOf(message).map(({ id }) => id);
}

function toChatMessage(message: Message): WireObject {
  const wire = message._context?.wire;
  const role = wire?.format === 'openai-chat' ? wire.role : undefined;
  const fields = '_context' in message ? withoutKeys({ ...message }, ['_context']) : { ...message };
  return role === undefined ? fields : { ...fields, role };
}
