import type { Content, ContentPart, ImagePart, ToolCall } from '@hermes-context/contract';
import { isWireBlock, isWireList, isWireObject, stringField, type WireBlock } from '../wire-value.ts';

/** Signed or encrypted reasoning: goes back byte for byte and in front, or not at all. */
const THINKING_TYPES: readonly string[] = ['thinking', 'redacted_thinking'];

/** How a block of an assistant message shows in the chat message; as neither, it rides along. */
export interface ReadBlock {
  readonly block: WireBlock;
  readonly part?: ContentPart;
  readonly call?: ToolCall;
}

/** Whether a block is reasoning. */
export function isThinking(block: WireBlock): boolean {
  return THINKING_TYPES.includes(block.type);
}

/** How the blocks of an assistant message show. */
export function readAssistantBlocks(blocks: readonly WireBlock[]): readonly ReadBlock[] {
  const read = blocks.map(readAssistantBlock);
  if (read.some(({ part, call }) => part !== undefined || call !== undefined)) return read;
  // A message that shows nothing would be taken for an empty one and removed, and a compaction block with it.
  return blocks.map((block) => (isThinking(block) ? { block } : { block, part: block }));
}

/** The readable part of the reasoning; `undefined` when there is none. */
export function readReasoning(blocks: readonly WireBlock[]): string | undefined {
  const texts = blocks.filter(({ type }) => type === 'thinking').map((block) => stringField(block, 'thinking') ?? '');
  const text = texts.filter((thought) => thought !== '').join('\n\n');
  return text === '' ? undefined : text;
}

/** A block of a user message or a result, as a part. What chat shape has no word for is its own part. */
export function readPart(block: WireBlock): ContentPart {
  if (block.type === 'text') return readText(block) ?? block;
  return block.type === 'image' ? (readImage(block) ?? block) : block;
}

/** The content of a `tool_result` block. */
export function readResultContent(content: unknown): Content {
  if (typeof content === 'string') return content;
  if (!isWireList(content)) return content === undefined || content === null ? '' : JSON.stringify(content);
  return content.filter(isWireBlock).map(readPart);
}

function readAssistantBlock(block: WireBlock): ReadBlock {
  switch (block.type) {
    case 'text': {
      const part = readText(block);
      return part === undefined ? { block } : { block, part };
    }
    case 'image':
      return { block, part: readImage(block) ?? block };
    case 'tool_use':
      return { block, call: readCall(block) };
    default:
      return { block };
  }
}

function readCall(block: WireBlock): ToolCall {
  const { id, name, input } = block;
  return {
    id: typeof id === 'string' ? id : '',
    type: 'function',
    function: { name: typeof name === 'string' ? name : '', arguments: JSON.stringify(input ?? {}) },
  };
}

function readText(block: WireBlock): ContentPart | undefined {
  const text = stringField(block, 'text');
  return text === undefined ? undefined : { type: 'text', text };
}

function readImage({ source }: WireBlock): ImagePart | undefined {
  if (!isWireObject(source)) return undefined;
  const url = source['type'] === 'base64' ? dataUrl(source['media_type'], source['data']) : source['url'];
  return typeof url === 'string' ? { type: 'image_url', image_url: { url } } : undefined;
}

function dataUrl(mediaType: unknown, data: unknown): string | undefined {
  if (typeof mediaType !== 'string' || typeof data !== 'string') return undefined;
  return `data:${mediaType};base64,${data}`;
}
