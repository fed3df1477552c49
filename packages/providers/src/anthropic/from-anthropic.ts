import type { AssistantMessage, Content, Message, Messages, WireOrigin } from '@hermes-context/contract';
import { assistantContent } from '../content-parts.ts';
import { describeValue, quoteName } from '../describe-value.ts';
import { Notes } from '../notes.ts';
import type { Place } from '../place.ts';
import { holdsRoundedNumber } from '../rounded-numbers.ts';
import { TranscriptShapeError } from '../transcript-shape-error.ts';
import type { WireLink, WireReading, WireSource } from '../wire-format.ts';
import { isWireBlock, isWireList, isWireObject, stringField, type WireBlock, type WireObject } from '../wire-value.ts';
import { readAssistantBlocks, readPart, readReasoning, readResultContent } from './read-blocks.ts';

/** The parts of an Anthropic Messages request that make up the conversation. */
export interface AnthropicConversation {
  readonly system?: unknown;
  readonly messages: readonly unknown[];
}

/**
 * The conversation of an Anthropic Messages request in chat shape. `system` becomes the first message; a user message
 * with tool results becomes one tool message a result, then a user message with the rest. Each message keeps its
 * original blocks as side data.
 *
 * @throws TranscriptShapeError with the path `messages[…]`, for what is no message.
 */
export function fromAnthropicMessages({ system, messages }: AnthropicConversation): Messages {
  const placeOf = (index: number): Place => ['messages', index];
  return readAnthropic({ elements: messages, root: { system }, placeOf, notes: new Notes() }).messages;
}

/** The same for a file, with the link between each message and its element. */
export function readAnthropic(source: WireSource): WireReading {
  const messages: Message[] = [...readSystem(source.root?.['system'])];
  const links: WireLink[] = [];
  for (const [index, element] of source.elements.entries()) {
    const start = messages.length;
    messages.push(...readElement(element, source.placeOf(index)));
    noteRoundedNumbers(messages.slice(start), source.notes);
    links.push({ elements: { start: index, end: index + 1 }, messages: { start, end: messages.length } });
  }
  return { messages, links };
}

function readSystem(system: unknown): Messages {
  if (system === undefined || system === null || system === '') return [];
  const content = readContent(system, ['system']);
  return content.blocks?.length === 0 ? [] : [{ role: 'system', ...said(content) }];
}

/** A content as found: a text, or blocks. */
interface FoundContent {
  readonly text?: string;
  readonly blocks?: readonly WireBlock[];
}

function readContent(content: unknown, place: Place): FoundContent {
  if (typeof content === 'string') return { text: content };
  if (isWireList(content)) {
    if (content.every(isWireBlock)) return { blocks: content };
    const index = content.findIndex((block) => !isWireBlock(block));
    throw new TranscriptShapeError({
      place: [...place, index],
      found: describeValue(content[index]),
      expected: 'a content block with a "type"',
      fix: 'Give the block a "type", such as {"type": "text", "text": "…"}, or remove it.',
    });
  }
  throw new TranscriptShapeError({
    place,
    found: describeValue(content),
    expected: 'a string or a list of content blocks',
    fix: 'Write the content as a string or as blocks.',
  });
}

function readElement(element: unknown, place: Place): Messages {
  if (!isWireObject(element)) throw notAMessage(element, place);
  const content = readContent(element['content'], [...place, 'content']);
  const side = sideFieldsOf(element);
  switch (element['role']) {
    case 'user':
      return readUser(content, side);
    case 'assistant':
      return [readAssistant(content, side)];
    case 'system':
      return [{ ...side, role: 'system', ...said(content, 'system') }];
    default:
      throw wrongRole(element['role'], [...place, 'role']);
  }
}

function noteRoundedNumbers(messages: Messages, notes: Notes): void {
  for (const part of messages.flatMap((message) => message._context?.wire?.parts ?? [])) {
    if (!isWireBlock(part) || part.type !== 'tool_use' || !holdsRoundedNumber(part['input'])) continue;
    notes.add(
      'tool input with a number too large to be read exactly; shown rounded, written as it stands until edited',
    );
  }
}

interface SideFields {
  readonly name?: string;
  readonly metadata?: WireObject;
}

/** What the chat shape has the same words for. Hosts note there who wrote a message. */
function sideFieldsOf(element: WireObject): SideFields {
  const name = stringField(element, 'name');
  const { metadata } = element;
  return { ...(name === undefined ? {} : { name }), ...(isWireObject(metadata) ? { metadata } : {}) };
}

function readUser(content: FoundContent, side: SideFields): Messages {
  const blocks = content.blocks ?? [];
  const results = blocks.filter(({ type }) => type === 'tool_result');
  if (results.length === 0) return [{ ...side, role: 'user', ...said(content) }];
  const rest = blocks.filter(({ type }) => type !== 'tool_result');
  const messages = results.map((block) => readResult(block, side));
  return rest.length === 0 ? messages : [...messages, { ...side, role: 'user', ...said({ blocks: rest }) }];
}

function readResult(block: WireBlock, side: SideFields): Message {
  return {
    ...side,
    role: 'tool',
    tool_call_id: stringField(block, 'tool_use_id') ?? '',
    content: readResultContent(block['content']),
    _context: { wire: wireOf([block]) },
  };
}

function readAssistant({ text, blocks = [] }: FoundContent, side: SideFields): AssistantMessage {
  if (text !== undefined) return { ...side, role: 'assistant', content: text, _context: { wire: wireOf([]) } };
  const read = readAssistantBlocks(blocks);
  const calls = read.flatMap(({ call }) => (call === undefined ? [] : [call]));
  const reasoning = readReasoning(blocks);
  return {
    ...side,
    role: 'assistant',
    content: assistantContent(read.flatMap(({ part }) => (part === undefined ? [] : [part]))),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    _context: { wire: wireOf(blocks) },
  };
}

function said(
  { text, blocks = [] }: FoundContent,
  role?: string,
): { content: Content; _context: { wire: WireOrigin } } {
  return { content: text ?? blocks.map(readPart), _context: { wire: wireOf(blocks, role) } };
}

function wireOf(parts: readonly WireBlock[], role?: string): WireOrigin {
  return role === undefined ? { format: 'anthropic', parts } : { format: 'anthropic', parts, role };
}

function notAMessage(element: unknown, place: Place): TranscriptShapeError {
  return new TranscriptShapeError({
    place,
    found: describeValue(element),
    expected: 'a message, as an object with "role" and "content"',
    fix: 'Remove the entry, or write it as a message.',
  });
}

function wrongRole(role: unknown, place: Place): TranscriptShapeError {
  return new TranscriptShapeError({
    place,
    found: typeof role === 'string' ? quoteName(role) : describeValue(role),
    expected: '"user", "assistant" or "system"',
    fix: 'Give the message one of these roles, or remove the entry if it is no message.',
  });
}
