import type { IngestMessage } from './lcm-store.ts';

/** Size of a piece in characters: copying one to another thread takes about a millisecond. */
const PIECE_CHARS = 200_000;
const PIECE_ITEMS = 100;

/** A list in pieces that are neither long nor heavy; an item that is too heavy is a piece of its own. */
export function* pieces<Item>(items: readonly Item[], sizeOf: (item: Item) => number): Generator<readonly Item[]> {
  let piece: Item[] = [];
  let chars = 0;
  for (const item of items) {
    const size = sizeOf(item);
    if (piece.length > 0 && (piece.length === PIECE_ITEMS || chars + size > PIECE_CHARS)) {
      yield piece;
      piece = [];
      chars = 0;
    }
    piece.push(item);
    chars += size;
  }
  if (piece.length > 0) yield piece;
}

/** About how many characters a message has to carry over. */
export function sizeOfMessage({ message }: IngestMessage): number {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  const called = calls.reduce((sum, call) => sum + (call.function?.arguments?.length ?? 0), 0);
  return called + sizeOfContent(message.content);
}

/** How many characters a line has. */
export function sizeOfLine(line: string): number {
  return line.length;
}

function sizeOfContent(content: unknown): number {
  if (typeof content === 'string') return content.length;
  if (!Array.isArray(content)) return 0;
  return content.reduce<number>((sum, part) => sum + sizeOfPart(part), 0);
}

function sizeOfPart(part: unknown): number {
  if (typeof part !== 'object' || part === null) return 0;
  if ('text' in part && typeof part.text === 'string') return part.text.length;
  return 'image_url' in part ? JSON.stringify(part).length : 0;
}
