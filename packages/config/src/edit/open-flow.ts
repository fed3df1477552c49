import type { CST } from 'yaml';
import type { Slot } from './editable-document.ts';
import type { FlowToken } from './flow-collection.ts';
import type { Splice } from './splice.ts';
import { columnOf, lineBreakAt, lineEnd, lineStart } from './text-lines.ts';
import { headEnd, itemEnd, itemStart, meaningfulItems, tokenEnd } from './token-ends.ts';

/** A line longer than this is hard to read, and to compare. */
const MAX_LINE_CHARS = 80;

/**
 * Write a map of one line with a further entry as lines of their own, where its line would get too
 * long. `undefined` where it stays on one line: it fits, has a comment, or is inside of another such map.
 */
export function openFlow(
  text: string,
  { token, parent }: { readonly token: FlowToken; readonly parent: Slot | undefined },
  entry: string,
): readonly Splice[] | undefined {
  const items = meaningfulItems(token.items);
  if (parent === undefined || parent.map.flow === true || items.length === 0 || !items.every(isPlainEntry))
    return undefined;
  const start = headEnd(parent.item);
  const end = tokenEnd(token);
  const line = text.slice(lineStart(text, start), lineEnd(text, end));
  const isOneLine = !line.includes('\n') && end === lineEnd(text, end);
  if (!isOneLine || line.length + entry.length + ', '.length <= MAX_LINE_CHARS) return undefined;
  const gap = `${lineBreakAt(text, start)}${' '.repeat(columnOf(text, itemStart(parent.item)) + 2)}`;
  const entries = [...items.map((item) => entryText(text, item)), entry];
  return [{ start, end, text: entries.map((each) => `${gap}${each}`).join('') }];
}

/** `key: value`, without marks that mean something else in lines. */
function isPlainEntry(item: CST.CollectionItem): boolean {
  const isExplicit = item.start.some(({ type }) => type === 'explicit-key-ind');
  return !isExplicit && item.key != null && item.value !== undefined;
}

function entryText(text: string, item: CST.CollectionItem): string {
  const key = text.slice(itemStart(item), item.key == null ? itemStart(item) : tokenEnd(item.key));
  const value = item.sep?.find(({ type }) => type === 'anchor' || type === 'tag') ?? item.value;
  return `${key}: ${text.slice(value?.offset ?? itemEnd(item), itemEnd(item))}`;
}
