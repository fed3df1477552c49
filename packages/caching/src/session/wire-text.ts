import { MARKER_FIELDS } from '../plan/marker-form.ts';
import { contentField, isObject } from '../plan/wire-blocks.ts';
import type { WireObject } from '../wire-prompt.ts';

/** Keys and blocks that only tell where a prompt is cached. They may move without changing what is cached. */
const MARKER_KEYS: ReadonlySet<string> = new Set(MARKER_FIELDS);
const MARKER_BLOCK = 'cachePoint';

/**
 * A message, block or tool as the bytes that a cache compares: JSON in the order of its keys, without markers. A text
 * that stands alone is written as the one block that a marker would make of it.
 */
export function wireText(message: WireObject): string {
  return JSON.stringify(withoutMarkers(message));
}

/** Whether two messages are the same to a cache. One look when they are the same object. */
export function isSameMessage(one: WireObject | undefined, other: WireObject | undefined): boolean {
  if (one === other) return true;
  return one !== undefined && other !== undefined && wireText(one) === wireText(other);
}

/** A message in the pieces that a cache compares one after another. */
export interface MessagePieces {
  /** All but its content. */
  readonly rest: string;
  /** The blocks of its content; none where it has no text and no list. */
  readonly blocks: readonly string[];
}

/** Take a message apart. */
export function messagePieces(message: WireObject): MessagePieces {
  const plain = withoutMarkers(message);
  const field = contentField(message);
  const content = plain[field];
  if (!Array.isArray(content)) return { rest: JSON.stringify(plain), blocks: [] };
  const blocks = content.map((block) => JSON.stringify(block));
  return { rest: JSON.stringify({ ...plain, [field]: [] }), blocks };
}

/** Whether `after` is `before` with more blocks behind it: what was cached of it is still its beginning. */
export function isGrown(before: WireObject, after: WireObject): boolean {
  const [less, more] = [messagePieces(before), messagePieces(after)];
  if (less.rest !== more.rest || less.blocks.length === 0) return false;
  return less.blocks.every((block, index) => block === more.blocks[index]);
}

function withoutMarkers(message: WireObject): WireObject {
  const field = contentField(message);
  return mapEntries(message, (key, value) => (key === field ? plainContent(value) : value));
}

/** Markers stand on blocks, and on the blocks inside a tool result. Deeper down the same words are the user's. */
function plainContent(content: unknown): unknown {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return mapBlocks(content, (block) =>
    mapEntries(block, (key, value) => {
      if (key === 'content') return mapBlocks(value, (inner) => mapEntries(inner, (_, each) => each));
      return key === 'type' && value === 'input_text' ? 'text' : value;
    }),
  );
}

function mapBlocks(content: unknown, change: (block: WireObject) => WireObject): unknown {
  if (!Array.isArray(content)) return content;
  const blocks: readonly unknown[] = content;
  return blocks.filter((block) => !isMarkerBlock(block)).map((block) => (isObject(block) ? change(block) : block));
}

function mapEntries(object: WireObject, change: (key: string, value: unknown) => unknown): WireObject {
  const kept = Object.entries(object).filter(([key]) => !MARKER_KEYS.has(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, change(key, value)]));
}

function isMarkerBlock(block: unknown): boolean {
  return isObject(block) && MARKER_BLOCK in block;
}
