import type { Message, Messages, WireOrigin } from '@hermes-context/contract';
import { assistantContent, contentParts } from '../content-parts.ts';
import { describeValue, quoteName } from '../describe-value.ts';
import { Notes } from '../notes.ts';
import type { Place } from '../place.ts';
import { TranscriptShapeError } from '../transcript-shape-error.ts';
import type { WireLink, WireReading, WireSource } from '../wire-format.ts';
import { isWireBlock, isWireList, isWireObject, stringField, type WireObject } from '../wire-value.ts';
import { collectDrafts, type Draft } from './collect-drafts.ts';
import { kindOfItem } from './item-kind.ts';
import { readItemContent } from './item-parts.ts';
import { readCallItem, readReasoning } from './read-item.ts';

/** The parts of an OpenAI Responses request that make up the conversation. */
export interface ResponsesConversation {
  readonly instructions?: unknown;
  readonly input: readonly unknown[];
}

/**
 * The conversation of an OpenAI Responses request in chat shape. `instructions` becomes the first message; what the
 * model says and calls in a row is one assistant message. Each message keeps its items as side data, encrypted
 * reasoning and other items that chat shape has no word for included.
 *
 * @throws TranscriptShapeError with the path `input[…]`, for what is no item.
 */
export function fromResponsesItems({ instructions, input }: ResponsesConversation): Messages {
  const placeOf = (index: number): Place => ['input', index];
  return readResponses({ elements: input, root: { instructions }, placeOf, notes: new Notes() }).messages;
}

/** The same for a file, with the link between each message and its elements. */
export function readResponses(source: WireSource): WireReading {
  const items = source.elements.map((element, index) => checkItem(element, source.placeOf(index)));
  const messages: Message[] = [...readInstructions(source)];
  const links: WireLink[] = [];
  for (const draft of collectDrafts(items)) {
    const at = messages.length;
    const elements = { start: draft.start, end: draft.start + draft.items.length };
    messages.push(readDraft(draft));
    links.push({ elements, messages: { start: at, end: at + 1 } });
  }
  return { messages, links };
}

function readInstructions({ root, notes }: WireSource): Messages {
  const instructions = root?.['instructions'];
  if (typeof instructions === 'string' && instructions !== '') {
    return [{ role: 'system', content: instructions, _context: { wire: wireOf([]) } }];
  }
  if (isWireList(instructions)) notes.add('"instructions" as a list of items, left where it is and not counted');
  return [];
}

function checkItem(element: unknown, place: Place): WireObject {
  if (!isWireObject(element)) throw notAnItem(element, place);
  const kind = kindOfItem(element);
  if (kind === undefined) throw wrongRole(element, place);
  if (kind === 'input' || kind === 'output') checkContent(element['content'], [...place, 'content']);
  return element;
}

function checkContent(content: unknown, place: Place): void {
  if (typeof content === 'string') return;
  if (!isWireList(content)) throw wrongContent(content, place, 'a string or a list of parts');
  const index = content.findIndex((part) => !isWireBlock(part));
  if (index !== -1) throw wrongContent(content[index], [...place, index], 'a part with a "type"');
}

function readDraft(draft: Draft): Message {
  switch (draft.kind) {
    case 'input':
      return readInput(draft);
    case 'result':
      return readResult(draft);
    case 'assistant':
      return readAssistant(draft);
  }
}

function readInput({ items }: Draft): Message {
  const item = items.find((candidate) => kindOfItem(candidate) === 'input');
  const content = readItemContent(item?.['content']);
  const role = item?.['role'];
  if (role === 'user') return { role, content, _context: { wire: wireOf(items) } };
  const wire = role === 'developer' ? wireOf(items, role) : wireOf(items);
  return { role: 'system', content, _context: { wire } };
}

function readResult({ items }: Draft): Message {
  const item = items.find((candidate) => kindOfItem(candidate) === 'result') ?? {};
  return {
    role: 'tool',
    tool_call_id: stringField(item, 'call_id') ?? '',
    content: readItemContent(item['output']),
    _context: { wire: wireOf(items) },
  };
}

function readAssistant({ items }: Draft): Message {
  const outputs = items.filter((item) => kindOfItem(item) === 'output');
  const calls = items.filter((item) => kindOfItem(item) === 'call').map(readCallItem);
  const parts = outputs.flatMap((item) => contentParts(readItemContent(item['content'])));
  const reasoning = readReasoning(items);
  return {
    role: 'assistant',
    content: assistantContent(parts),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    _context: { wire: wireOf(items) },
  };
}

function wireOf(parts: readonly WireObject[], role?: string): WireOrigin {
  return role === undefined ? { format: 'openai-responses', parts } : { format: 'openai-responses', parts, role };
}

function notAnItem(element: unknown, place: Place): TranscriptShapeError {
  return new TranscriptShapeError({
    place,
    found: describeValue(element),
    expected: 'an item, as an object with a "type" or a "role"',
    fix: 'Remove the entry, or write it as an item.',
  });
}

function wrongRole({ type, role }: WireObject, place: Place): TranscriptShapeError {
  const isMessage = role !== undefined || type === undefined || type === 'message';
  const found = isMessage ? role : type;
  return new TranscriptShapeError({
    place: [...place, isMessage ? 'role' : 'type'],
    found: typeof found === 'string' ? quoteName(found) : describeValue(found),
    expected: isMessage ? '"user", "assistant", "system" or "developer"' : 'the type of the item, as a string',
    fix: 'Mend the item, or remove it.',
  });
}

function wrongContent(content: unknown, place: Place, expected: string): TranscriptShapeError {
  const fix = 'Write the content as a string or as parts with a "type".';
  return new TranscriptShapeError({ place, found: describeValue(content), expected, fix });
}
