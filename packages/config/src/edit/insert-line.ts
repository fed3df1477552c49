import type { Splice } from './splice.ts';
import { lineBreakAt, lineStart } from './text-lines.ts';

/** Add a line in front of another, or at the end; a text without a final line break gets none. */
export function insertLine(text: string, at: number, line: string): Splice {
  const lineBreak = lineBreakAt(text, at);
  const isBehindOpenLine = at === text.length && at !== lineStart(text, at);
  return { start: at, end: at, text: isBehindOpenLine ? `${lineBreak}${line}` : `${line}${lineBreak}` };
}
