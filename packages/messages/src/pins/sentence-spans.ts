/** A sentence in a text: `[start, end)`, without a list mark in front and white space around it. */
export interface SentenceSpan {
  readonly start: number;
  readonly end: number;
  /** Whether it is an item of a list. */
  readonly isItem: boolean;
}

const LIST_MARK = /^[ \t]*(?:[-*+•]|\d{1,3}[.)]|#{1,6})[ \t]+/;
const WIDE_ENDS = new Set('。！？');
const ENDS = new Set('.!?。！？…');
const CLOSERS = new Set('"\'’”)]」』）*`');

/** Abbreviations whose full stop ends no sentence. */
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|z\.B|d\.h|p\.ej|cf|Mr|Dr|No|Nr|approx|incl|\d{1,3})\.$/;

/** A line at least this long, without a sentence's end, may have been wrapped. */
const WRAPPED_MIN_CHARS = 50;

/**
 * Where the sentences of a text stand, so that each can be taken out of it as it was written. A line ends one, unless it
 * was wrapped. Linear in the text.
 */
export function sentenceSpans(text: string): readonly SentenceSpan[] {
  return paragraphLines(text).flatMap((line) => spansOfLine(text, line));
}

interface Line {
  readonly start: number;
  readonly end: number;
}

/** Lines, wrapped ones as one. */
function paragraphLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const piece of text.split('\n')) {
    const line = { start, end: start + piece.length };
    const before = lines.at(-1);
    if (before !== undefined && isWrapped(text, before, piece))
      lines[lines.length - 1] = { start: before.start, end: line.end };
    else lines.push(line);
    start = line.end + 1;
  }
  return lines;
}

function isWrapped(text: string, { start, end }: Line, next: string): boolean {
  if (!/^\s*\p{Ll}/u.test(next)) return false;
  const lastBreak = text.lastIndexOf('\n', end - 1);
  const last = text.slice(Math.max(start, lastBreak + 1), end).trimEnd();
  return (last.length >= WRAPPED_MIN_CHARS || lastBreak >= start) && last !== '' && !/[.!?:。！？：]$/.test(last);
}

function spansOfLine(text: string, { start, end }: Line): readonly SentenceSpan[] {
  const line = text.slice(start, end);
  const mark = LIST_MARK.exec(line)?.[0] ?? '';
  const isItem = mark !== '' && !mark.includes('#');
  return cutsOf(line, mark.length).flatMap(([from, to]) => {
    const sentence = line.slice(from, to);
    const trimmed = sentence.trim();
    if (trimmed === '') return [];
    const begin = start + from + sentence.indexOf(trimmed);
    return [{ start: begin, end: begin + trimmed.length, isItem }];
  });
}

function cutsOf(line: string, from: number): readonly (readonly [number, number])[] {
  const cuts: (readonly [number, number])[] = [];
  let start = from;
  for (let index = from; index < line.length; index += 1) {
    if (!ENDS.has(line[index] ?? '')) continue;
    const end = endBehind(line, index);
    if (!endsHere(line, index, end) || ABBREVIATION.test(line.slice(Math.max(start, end - 8), end))) continue;
    cuts.push([start, end]);
    start = end;
    index = end - 1;
  }
  cuts.push([start, line.length]);
  return cuts;
}

function endBehind(line: string, index: number): number {
  let end = index + 1;
  while (end < line.length && (ENDS.has(line[end] ?? '') || CLOSERS.has(line[end] ?? ''))) end += 1;
  return end;
}

function endsHere(line: string, index: number, end: number): boolean {
  return WIDE_ENDS.has(line[index] ?? '') || end === line.length || /\s/.test(line[end] ?? '');
}
