import { isWireBlock, isWireList, type WireBlock, type WireObject } from '../wire-value.ts';

/**
 * Whether a block stands for a conversation that the server compacted, or could not: its `content` is `null` then, and
 * the server passes over it.
 */
function isCompaction(block: WireBlock): boolean {
  return block.type === 'compaction';
}

/** Whether the block stands for anything: the server put a summary into it. */
export function isCheckpoint(block: WireBlock): boolean {
  return isCompaction(block) && typeof block['content'] === 'string' && block['content'] !== '';
}

/** A compaction without a word. The API takes back `null`, and refuses an empty text. */
export function isEmptyCompaction(block: WireBlock): boolean {
  return isCompaction(block) && block['content'] === '';
}

/** Whether any message of a request carries a compaction. */
export function carriesCompaction(messages: readonly WireObject[]): boolean {
  return messages.some(({ content }) => isWireList(content) && content.some(isCompactionBlock));
}

function isCompactionBlock(block: unknown): boolean {
  return isWireBlock(block) && isCompaction(block);
}
