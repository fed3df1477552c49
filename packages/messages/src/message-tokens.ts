import type { ContentPart, Message } from '@hermes-context/contract';
import { isPicture } from './content.ts';
import { estimateTextTokens } from './estimate-text-tokens.ts';

/**
 * A picture, whatever the size of its data: about what providers bill for a full screen, 1,000 × 750 pixels at a token
 * for 750 (read 2026-12). A `data:` URL counted as text would be fifty times that.
 */
export const IMAGE_TOKENS = 1_500;

/** What a chat template puts around one message: role and separators. */
const MESSAGE_OVERHEAD_TOKENS = 4;
/** What goes around one call: id, type, the braces of its JSON. */
const CALL_OVERHEAD_TOKENS = 8;
/** A PDF, a recording: its data is no text, and its size says little. As much as a picture. */
const FILE_TOKENS = IMAGE_TOKENS;
/** A part of a kind unknown here, such as a reference. */
const OPAQUE_PART_TOKENS = 16;

const FILE_TYPES: ReadonlySet<string> = new Set([
  'file',
  'input_file',
  'document',
  'audio',
  'input_audio',
  'video',
  'video_url',
  'input_video',
]);

/** The size of one message by what it is made of, in tokens. */
export interface MessageTokens {
  /** Text and files of the content, the name, and what goes around the message. */
  readonly text: number;
  readonly images: number;
  readonly arguments: number;
  readonly reasoning: number;
  readonly total: number;
}

// Messages are never edited in place, so the size of one holds for as long as the object lives. Totals stand apart
// because a list is summed on every turn: a number is found a third faster than a field of an object.
const known = new WeakMap<Message, MessageTokens>();
const knownTotals = new WeakMap<Message, number>();

/** The size of one message by what it is made of, counted once per object. Takes what a message holds at run time, whatever its types say. */
export function messageTokens(message: Message): MessageTokens {
  const before = known.get(message);
  if (before !== undefined) return before;
  const tokens = countMessage(message);
  known.set(message, tokens);
  knownTotals.set(message, tokens.total);
  return tokens;
}

/** The total of {@link messageTokens}. */
export function totalTokens(message: Message): number {
  return knownTotals.get(message) ?? messageTokens(message).total;
}

/** Size of any value in tokens: text as it is, nothing for nothing, anything else as compact JSON. */
export function valueTokens(value: unknown): number {
  if (typeof value === 'string') return estimateTextTokens(value);
  return value === undefined || value === null ? 0 : estimateTextTokens(jsonOf(value));
}

function countMessage(message: Message): MessageTokens {
  const parts = partsTokens(message.content);
  const text = MESSAGE_OVERHEAD_TOKENS + valueTokens(message.name) + parts.text;
  const calls = 'tool_calls' in message ? callsTokens(message.tool_calls) : 0;
  const reasoning = valueTokens(reasoningOf(message));
  return { text, images: parts.images, arguments: calls, reasoning, total: text + parts.images + calls + reasoning };
}

interface PartsTokens {
  text: number;
  images: number;
}

function partsTokens(content: unknown): PartsTokens {
  const tokens: PartsTokens = { text: 0, images: 0 };
  if (!Array.isArray(content)) {
    tokens.text = valueTokens(content);
    return tokens;
  }
  for (const part of content) {
    if (!isPart(part)) tokens.text += valueTokens(part);
    else if (isPicture(part)) tokens.images += IMAGE_TOKENS;
    else tokens.text += partTokens(part);
  }
  return tokens;
}

function partTokens(part: ContentPart): number {
  if ('text' in part && typeof part.text === 'string') return estimateTextTokens(part.text);
  return FILE_TYPES.has(part.type) ? FILE_TOKENS : OPAQUE_PART_TOKENS;
}

function callsTokens(calls: unknown): number {
  if (!Array.isArray(calls)) return 0;
  let tokens = 0;
  for (const call of calls) tokens += CALL_OVERHEAD_TOKENS + callTokens(call);
  return tokens;
}

function callTokens(call: unknown): number {
  const target: unknown = isRecord(call) ? call['function'] : undefined;
  return isRecord(target) ? valueTokens(target['name']) + valueTokens(target['arguments']) : 0;
}

/** `reasoning_content`, or what some hosts keep under `reasoning` instead. */
function reasoningOf(message: Message): unknown {
  if ('reasoning_content' in message && typeof message.reasoning_content === 'string') return message.reasoning_content;
  return 'reasoning' in message && typeof message.reasoning === 'string' ? message.reasoning : undefined;
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return ''; // a cycle or a BigInt: nothing that could be sent either, and an estimate must not throw
  }
}

function isPart(value: unknown): value is ContentPart {
  return isRecord(value) && typeof value['type'] === 'string';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
