import type { Content, ContentPart } from '@hermes-context/contract';
import { alignBlocks } from '../align-blocks.ts';
import { contentParts, isEmptyText, partKey, textOf } from '../content-parts.ts';
import { isWireBlock, isWireList, isWireObject, stringField, type WireBlock, type WireObject } from '../wire-value.ts';

const TEXT_TYPES: readonly string[] = ['input_text', 'output_text', 'text', 'summary_text', 'reasoning_text'];

/** The content of a message item, or the output of a result, in chat shape. */
export function readItemContent(content: unknown): Content {
  if (typeof content === 'string') return content;
  if (content === undefined || content === null) return '';
  // A custom tool may answer with any JSON value.
  return isWireList(content) ? content.filter(isWireBlock).map(readItemPart) : JSON.stringify(content);
}

/** One part in chat shape. What chat shape has no word for is its own part. */
function readItemPart(part: WireBlock): ContentPart {
  if (TEXT_TYPES.includes(part.type)) {
    const text = stringField(part, 'text');
    return text === undefined ? part : { type: 'text', text };
  }
  return part.type === 'input_image' ? readImage(part) : part;
}

/**
 * A content as an item holds it: parts that still read the same stay untouched, a text stays a text where there was
 * one.
 *
 * @param original - The content before; `undefined` when there was none.
 * @param textType - The type of a text part at this place.
 */
export function makeItemContent(content: Content, original: unknown, textType: TextType): unknown {
  if (typeof content === 'string' && !isWireList(original)) return content;
  const originals = isWireList(original) ? original.filter(isWireBlock) : [];
  const wanted = contentParts(content).filter((part) => !isEmptyText(part));
  const { blocks } = alignBlocks(
    originals.map((part) => ({ value: part, lane: 'part', key: partKey(readItemPart(part)) })),
    {
      part: wanted.map((part) => ({ key: partKey(part), make: (replaced) => makeItemPart(part, textType, replaced) })),
      call: [],
    },
  );
  return blocks.map(({ value }) => value);
}

/** What a text part is called, by who said it. */
export type TextType = 'input_text' | 'output_text';

function readImage(part: WireBlock): ContentPart {
  const url = stringField(part, 'image_url');
  if (url === undefined) return part;
  const detail = stringField(part, 'detail');
  return { type: 'image_url', image_url: detail === undefined ? { url } : { url, detail } };
}

function makeItemPart(part: ContentPart, textType: TextType, replaced: object | undefined): object {
  const text = textOf(part);
  if (text !== undefined) return { type: textType, text, ...breakpointOf(replaced, textType) };
  const image = part.type === 'image_url' && 'image_url' in part ? part.image_url : undefined;
  if (!isWireObject(image)) return part;
  const { url, detail }: WireObject = { ...image };
  const made = { type: 'input_image', image_url: url, ...breakpointOf(replaced, 'input_image') };
  return detail === undefined ? made : { ...made, detail };
}

/** The cache marker of the part that stood here before. What a model said has no place for one. */
function breakpointOf(replaced: object | undefined, type: string): WireObject {
  if (!isWireBlock(replaced) || replaced.type !== type || type === 'output_text') return {};
  const { prompt_cache_breakpoint: breakpoint } = replaced;
  return breakpoint === undefined ? {} : { prompt_cache_breakpoint: breakpoint };
}
