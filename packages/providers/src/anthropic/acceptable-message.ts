import { isWireBlock, isWireList, type WireBlock, type WireObject } from '../wire-value.ts';
import { isEmptyCompaction } from './compaction-block.ts';
import { isThinking } from './read-blocks.ts';

/**
 * A message as the Messages API takes it in a request. Models write texts of blanks beside their calls, and break off
 * behind a thought; the API takes neither back: "text content blocks must contain non-whitespace text", "the final block
 * in an assistant message cannot be `thinking`". Thinking leaves as a whole then. So does a compaction without a word.
 *
 * @returns The same object where it is in order; `undefined` where nothing is left of it.
 */
export function acceptableMessage(message: WireObject): WireObject | undefined {
  const { content } = message;
  if (typeof content === 'string') return isBlank(content) ? undefined : message;
  if (!isWireList(content)) return message;
  const blocks = withoutLastThought(withoutBlanks(content).map(acceptableResult));
  if (blocks.length === 0) return undefined;
  const isSame = blocks.length === content.length && blocks.every((block, index) => block === content[index]);
  return isSame ? message : { ...message, content: blocks };
}

function withoutBlanks(blocks: readonly unknown[]): readonly unknown[] {
  return blocks.filter((block) => !(isWireBlock(block) && (isBlankText(block) || isEmptyCompaction(block))));
}

function withoutLastThought(blocks: readonly unknown[]): readonly unknown[] {
  return isThought(blocks.at(-1)) ? blocks.filter((block) => !isThought(block)) : blocks;
}

/** A result may be empty, but none of its texts. */
function acceptableResult(block: unknown): unknown {
  if (!isWireBlock(block) || block.type !== 'tool_result' || !isWireList(block['content'])) return block;
  const parts = withoutBlanks(block['content']);
  return parts.length === block['content'].length ? block : { ...block, content: parts };
}

function isThought(block: unknown): boolean {
  return isWireBlock(block) && isThinking(block);
}

function isBlankText({ type, text }: WireBlock): boolean {
  return type === 'text' && isBlank(text);
}

function isBlank(text: unknown): boolean {
  return typeof text === 'string' && text.trim() === '';
}
