import type { Splice } from './splice.ts';
import { columnOf, lineEnd, lineStart, nextLine } from './text-lines.ts';

/**
 * A replacement that leaves the comment behind it in its column where comments are lined up and there
 * is room. One that follows after a single space is taken to follow its value.
 */
export function keepColumn(text: string, { start, end, text: replacement }: Splice): Splice {
  const plain = { start, end, text: replacement };
  const [, comma = '', gap = ''] = /^(,?)( +)#/.exec(text.slice(end, lineEnd(text, end))) ?? [];
  if (gap === '' || text.slice(start, end).includes('\n')) return plain;
  const commentAt = end + comma.length + gap.length;
  if (gap.length === 1 && !isLinedUp(text, commentAt)) return plain;
  const room = gap.length - (replacement.length - (end - start));
  return { start, end: commentAt, text: `${replacement}${comma}${' '.repeat(Math.max(1, room))}` };
}

/** Whether a comment of the line above or below starts in the same column. */
function isLinedUp(text: string, commentAt: number): boolean {
  const column = columnOf(text, commentAt);
  const start = lineStart(text, commentAt);
  const neighbours = [start === 0 ? undefined : lineStart(text, start - 1), nextLine(text, commentAt)];
  return neighbours.some((line) => line !== undefined && isCommentAt(text, line, column));
}

function isCommentAt(text: string, line: number, column: number): boolean {
  const at = line + column;
  return at < lineEnd(text, line) && text[at] === '#' && text[at - 1] === ' ';
}
