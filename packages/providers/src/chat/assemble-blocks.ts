import { isWireObject, type WireBlock, type WireObject } from '../wire-value.ts';
import { parseJson, readField, readList, readText } from './read-field.ts';

/** One content block of an answer, whole. */
export interface AnswerBlock {
  readonly block: WireBlock;
  /** The input of a call as the model wrote it; absent for other blocks. */
  readonly inputText?: string;
}

/** A block while it grows. */
interface OpenBlock {
  /** As it began; of a compaction, as its one delta left it. */
  start: WireBlock;
  /** Pieces by the field that they make up. */
  readonly pieces: Map<string, string[]>;
  readonly citations: unknown[];
}

/** Field of a block that a delta adds to, by the type of the delta. */
const GROWING_FIELDS: ReadonlyMap<string, string> = new Map([
  ['text_delta', 'text'],
  ['thinking_delta', 'thinking'],
  ['signature_delta', 'signature'],
  ['input_json_delta', 'partial_json'],
]);

/** Puts the content blocks of a message together from their events, whatever order the events come in. */
export class BlockAssembler {
  readonly #blocks = new Map<number, OpenBlock>();

  /** Take in a block that begins, or one that is whole. */
  open(index: number, start: WireBlock): void {
    this.#blocks.set(index, { start, pieces: new Map(), citations: [] });
  }

  /** Take in a piece of a block. Pieces of a kind, or of a block, that is not known are passed over. */
  add(index: number, delta: unknown): void {
    const block = this.#blocks.get(index);
    const type = readText(delta, 'type') ?? '';
    const field = GROWING_FIELDS.get(type);
    if (type === 'citations_delta') block?.citations.push(readField(delta, 'citation'));
    if (type === 'compaction_delta' && block !== undefined) block.start = compacted(block.start, delta);
    if (block === undefined || field === undefined) return;
    const pieces = block.pieces.get(field) ?? [];
    pieces.push(readText(delta, field) ?? '');
    block.pieces.set(field, pieces);
  }

  /** The blocks so far, in order. */
  finish(): readonly AnswerBlock[] {
    return [...this.#blocks].toSorted(([left], [right]) => left - right).map(([, block]) => closed(block));
  }
}

/** Such a delta has the last word on its fields, `null` too, and says nothing of a field that it does not have. */
function compacted(start: WireBlock, delta: unknown): WireBlock {
  const { type: _type, ...fields } = isWireObject(delta) ? delta : {};
  return { ...start, ...fields };
}

function closed({ start, pieces, citations }: OpenBlock): AnswerBlock {
  const grown = Object.fromEntries(
    [...pieces].filter(([field]) => field !== INPUT).map(([field, texts]) => [field, joined(start, field, texts)]),
  );
  const cited = citations.length === 0 ? {} : { citations: [...readList(start, 'citations'), ...citations] };
  const block = { ...start, ...grown, ...cited };
  const inputPieces = pieces.get(INPUT);
  if (inputPieces === undefined) return withOwnInput(block);
  const inputText = inputPieces.join('');
  return { block: { ...block, input: inputOf(inputText) }, inputText };
}

const INPUT = 'partial_json';

function joined(start: WireBlock, field: string, texts: readonly string[]): string {
  return (readText(start, field) ?? '') + texts.join('');
}

/** A call without pieces: its input stands in its beginning, and is empty where the model wrote none. */
function withOwnInput(block: WireBlock): AnswerBlock {
  return block.type === 'tool_use' ? { block, inputText: JSON.stringify(block['input'] ?? {}) } : { block };
}

/** What was cut off is no object, and the provider takes nothing else back. */
function inputOf(text: string): WireObject {
  const input = text.trim() === '' ? {} : parseJson(text);
  return isWireObject(input) ? input : {};
}
