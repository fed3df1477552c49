import type { CST } from 'yaml';
import type { Splice } from './splice.ts';
import { columnOf, lineStart, nextLine, skipComments } from './text-lines.ts';
import { itemEnd, itemStart } from './token-ends.ts';

/**
 * A splice that removes the lines of an entry of a block, with the comment lines below it that are
 * indented deeper. `undefined` when something else stands on its first line.
 */
export function linesOf(text: string, item: CST.CollectionItem): Splice | undefined {
  const at = itemStart(item);
  const start = lineStart(text, at);
  if (text.slice(start, at).trim() !== '') return undefined;
  const end = skipComments(text, nextLine(text, itemEnd(item)), columnOf(text, at) + 1);
  const isLastLine = end === text.length && !text.endsWith('\n');
  const lineBreakBefore = /\r?\n$/.exec(text.slice(0, start))?.[0].length ?? 0;
  return { start: isLastLine ? start - lineBreakBefore : start, end, text: '' };
}
