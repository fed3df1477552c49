import { readField, readList } from './read-field.ts';
import type { LineRange } from './tool-use.ts';

/** Arguments that say where a read begins, and behind which line it ends. */
const FIRST_LINE = ['start_line', 'line_start', 'startLine', 'from_line', 'offset'] as const;
const LAST_LINE = ['end_line', 'line_end', 'endLine', 'to_line'] as const;
const LINE_COUNT = ['limit', 'max_lines', 'num_lines', 'line_count'] as const;
/** A reader that shows a window around a line, or pages. */
const WINDOW = ['line_number', 'pages', 'page'] as const;

/** The lines that a reading tool was asked for; `undefined` for the whole file. */
export function rangeOfInput(input: object): LineRange | undefined {
  const view = readList(input, 'view_range').filter((value) => typeof value === 'number');
  if (view.length > 0) return between(view[0], view[1] === -1 ? undefined : view[1]);
  const first = numberOf(input, FIRST_LINE);
  const last = numberOf(input, LAST_LINE);
  const count = numberOf(input, LINE_COUNT);
  if (first === undefined && last === undefined && count === undefined) {
    return WINDOW.some((name) => readField(input, name) !== undefined) ? {} : undefined;
  }
  const start = Math.max(1, first ?? 1);
  return between(start, last ?? (count === undefined ? undefined : start + count - 1));
}

/** From a first line through a last one. Up to an unknown end means to the end of the file: from line 1 that is all of it. */
export function between(first: number | undefined, last: number | undefined): LineRange | undefined {
  const start = Math.max(1, first ?? 1);
  if (last === undefined) return start === 1 ? undefined : { start };
  return { start, end: last + 1 };
}

function numberOf(input: object, names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = readField(input, name);
    if (typeof value === 'number' && Number.isInteger(value)) return value;
  }
  return undefined;
}
