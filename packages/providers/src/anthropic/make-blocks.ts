import type { ContentPart, ToolCall } from '@hermes-context/contract';
import { type AlignedBlock, alignBlocks, type OriginalBlock, type WantedBlock } from '../align-blocks.ts';
import { type contentParts, isEmptyText, partKey, textOf } from '../content-parts.ts';
import { isWireBlock, isWireObject, stringField, type WireBlock, type WireObject } from '../wire-value.ts';
import { readPart } from './read-blocks.ts';

const BASE64_URL = /^data:([^;,]*);base64,/;

/** Parts as blocks. Original blocks that read the same stay untouched; empty texts, which the provider refuses, leave. */
export function makePartBlocks(parts: readonly ContentPart[], originals: readonly WireBlock[]): readonly WireBlock[] {
  const { blocks } = alignBlocks(originals.map(originalPart), { part: wantedParts(parts), call: [] });
  return blocks.map(({ value }) => value).filter(isWireBlock);
}

/** What the parts of a content ask of its blocks. */
export function wantedParts(parts: readonly ContentPart[]): readonly WantedBlock[] {
  return parts
    .filter((part) => !isEmptyText(part))
    .map((part) => ({ key: partKey(part), make: (replaced) => makePart(part, replaced) }));
}

/** What a call asks of its block. */
export function wantedCall(call: ToolCall): WantedBlock {
  return { key: callKey(call), make: (replaced) => makeCall(call, replaced) };
}

/** Equal for calls that read the same. */
export function callKey({ id, function: called }: ToolCall): string {
  return JSON.stringify([id, called.name, called.arguments]);
}

/** The content of a result: text stays text. */
export function makeResultContent(content: Parameters<typeof contentParts>[0], original: unknown): unknown {
  if (typeof content === 'string' || content === null) return content ?? '';
  return makePartBlocks(content, Array.isArray(original) ? original.filter(isWireBlock) : []);
}

/** Blocks without the record of where each came from. */
export function blocksOf(aligned: readonly AlignedBlock[]): readonly WireBlock[] {
  return aligned.map(({ value }) => value).filter(isWireBlock);
}

function originalPart(block: WireBlock): OriginalBlock {
  return { value: block, lane: 'part', key: partKey(readPart(block)) };
}

function makePart(part: ContentPart, replaced: object | undefined): object {
  const text = textOf(part);
  if (text !== undefined) return { ...extrasOf(replaced, 'text'), type: 'text', text };
  return makeImage(part) ?? part;
}

function makeImage(part: ContentPart): WireBlock | undefined {
  const image = part.type === 'image_url' && 'image_url' in part ? part.image_url : undefined;
  if (!isWireObject(image)) return undefined;
  const url = stringField({ ...image }, 'url');
  if (url === undefined) return undefined;
  const header = BASE64_URL.exec(url);
  if (header === null) return { type: 'image', source: { type: 'url', url } };
  const data = url.slice(header[0].length);
  return { type: 'image', source: { type: 'base64', media_type: header[1] ?? '', data } };
}

function makeCall({ id, function: called }: ToolCall, replaced: object | undefined): WireBlock {
  return {
    ...extrasOf(replaced, 'tool_use'),
    type: 'tool_use',
    id,
    name: called.name,
    input: parseInput(called.arguments),
  };
}

/** The provider takes objects only. What is none goes along as text: a call must not vanish for its arguments. */
function parseInput(text: string): WireObject {
  if (text.trim() === '') return {};
  try {
    const input: unknown = JSON.parse(text);
    if (isWireObject(input)) return input;
  } catch {
    // Not JSON: the model broke off, or never wrote any.
  }
  return { raw_arguments: text };
}

/** What a block of the same type had beside what is made anew: a cache marker, above all. Citations quote the old text. */
function extrasOf(replaced: object | undefined, type: string): WireObject {
  if (!isWireBlock(replaced) || replaced.type !== type) return {};
  const { citations: _citations, ...extras } = replaced;
  return extras;
}
