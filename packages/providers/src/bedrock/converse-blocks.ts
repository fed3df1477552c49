import { describeValue, quoteName } from '../describe-value.ts';
import type { Place } from '../place.ts';
import { isWireBlock, isWireList, isWireObject, stringField, type WireBlock, type WireObject } from '../wire-value.ts';
import { cachePointBehind } from './cache-point.ts';
import { notCarried, refuseOthers } from './converse-error.ts';

const MARKED = ['type', 'cache_control'];
/** Formats as Converse names them. Source: its API reference, ImageBlock and DocumentBlock. */
const IMAGE_FORMATS: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
]);

/** The content of a message or a result as blocks, each with where it stands. A text is one block, an empty one none. */
export function contentOf(content: unknown, place: Place): readonly PlacedBlock[] {
  if (content === undefined || content === null || content === '') return [];
  if (typeof content === 'string') return [{ block: { type: 'text', text: content }, place }];
  if (!isWireList(content)) throw notCarried(place, describeValue(content), 'a text or a list of blocks');
  return content.map((block, index) => {
    const at = [...place, index];
    if (isWireBlock(block)) return { block, place: at };
    throw notCarried(at, describeValue(block), 'a block with a type');
  });
}

/** A block, and where it stands. */
export interface PlacedBlock {
  readonly block: WireBlock;
  readonly place: Place;
}

/** A block of a message, and the cache point behind it where it had a marker. */
export function converseBlocks({ block, place }: PlacedBlock): readonly WireObject[] {
  return [makeBlock({ block, place }), ...cachePointBehind(block, place)];
}

function makeBlock({ block, place }: PlacedBlock): WireObject {
  switch (block.type) {
    case 'tool_use':
      return makeCall(block, place);
    case 'tool_result':
      return makeResult(block, place);
    case 'thinking':
    case 'redacted_thinking':
      return { reasoningContent: makeReasoning(block, place) };
    default:
      return makePart({ block, place });
  }
}

/** What a message and a result may both hold. */
function makePart({ block, place }: PlacedBlock): WireObject {
  switch (block.type) {
    case 'text':
      refuseOthers(block, [...MARKED, 'text'], place);
      return { text: requiredText(block, 'text', place) };
    case 'image':
      refuseOthers(block, [...MARKED, 'source'], place);
      return { image: makeImage(block, place) };
    case 'document':
      refuseOthers(block, [...MARKED, 'source', 'title'], place);
      return { document: makeDocument(block, place) };
    default:
      throw notCarried(
        place,
        `a block of type ${quoteName(block.type)}`,
        'a text, an image, a document, a call or a result',
      );
  }
}

function makeImage({ source }: WireObject, place: Place): WireObject {
  const { format, bytes } = readBase64(source, IMAGE_FORMATS, place);
  return { format, source: { bytes } };
}

/** Each document needs a name of its own, of letters, digits, blanks and hyphens: where it stands makes it one. */
function makeDocument(block: WireBlock, place: Place): WireObject {
  const { format, bytes } = readBase64(block['source'], DOCUMENT_FORMATS, place);
  const title = (stringField(block, 'title') ?? '').replaceAll(/[^A-Za-z0-9]+/g, ' ').trim();
  const position = place.filter((step) => typeof step === 'number').join('-');
  return { format, name: `${title === '' ? 'document' : title} ${position}`, source: { bytes } };
}

const DOCUMENT_FORMATS: ReadonlyMap<string, string> = new Map([['application/pdf', 'pdf']]);

interface Base64Source {
  readonly format: string;
  readonly bytes: string;
}

function readBase64(source: unknown, formats: ReadonlyMap<string, string>, place: Place): Base64Source {
  const at = [...place, 'source'];
  const expected = `data in base64, of ${[...formats.keys()].join(', ')}`;
  if (!isWireObject(source)) throw notCarried(at, describeValue(source), expected);
  if (source['type'] !== 'base64') throw notCarried(at, `of type ${quoteName(String(source['type']))}`, expected);
  const mediaType = stringField(source, 'media_type') ?? '';
  const format = formats.get(mediaType);
  if (format === undefined) throw notCarried(at, `of type ${quoteName(mediaType)}`, expected);
  return { format, bytes: requiredText(source, 'data', at) };
}

function makeCall(block: WireBlock, place: Place): WireObject {
  refuseOthers(block, [...MARKED, 'id', 'name', 'input'], place);
  const toolUseId = requiredText(block, 'id', place);
  return { toolUse: { toolUseId, name: requiredText(block, 'name', place), input: block['input'] ?? {} } };
}

/** A result without words has an empty list: blank texts are refused. */
function makeResult(block: WireBlock, place: Place): WireObject {
  refuseOthers(block, [...MARKED, 'tool_use_id', 'content', 'is_error'], place);
  const parts = contentOf(block['content'], [...place, 'content']);
  for (const { block: part, place: at } of parts) {
    if (part['cache_control'] !== undefined)
      throw notCarried([...at, 'cache_control'], 'a marker', 'none inside a result');
  }
  const toolUseId = requiredText(block, 'tool_use_id', place);
  const status = block['is_error'] === true ? { status: 'error' } : {};
  return { toolResult: { toolUseId, content: parts.map(makePart), ...status } };
}

function makeReasoning(block: WireBlock, place: Place): WireObject {
  if (block.type === 'redacted_thinking') {
    refuseOthers(block, ['type', 'data'], place);
    return { redactedContent: requiredText(block, 'data', place) };
  }
  refuseOthers(block, ['type', 'thinking', 'signature'], place);
  const signature = requiredText(block, 'signature', place);
  return { reasoningText: { text: stringField(block, 'thinking') ?? '', signature } };
}

function requiredText(value: WireObject, field: string, place: Place): string {
  const text = stringField(value, field);
  if (text === undefined) throw notCarried([...place, field], describeValue(value[field]), 'a string');
  return text;
}
