import { isMarkupLine, PASTED_LINE, startsPaste } from './pasted-lines.ts';
import { findTagged } from './tagged-text.ts';

/** A message longer than this with lines of markup in it was pasted, not typed. */
const DOCUMENT_MIN_CHARS = 1_500;
const DOCUMENT_MIN_MARKUP_LINES = 3;

/** What people type in front of a document that they paste. */
const OPENING_MAX_CHARS = 400;

/** Opening and closing marks of a quotation inside a line of prose. */
const QUOTE_PAIRS: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
  ['`', '`'],
]);

/**
 * A text of the same length with blanks in place of what its author did not say but show: fenced and indented code,
 * quoted lines, text in tags, pasted files and logs, words in quotation marks. Line breaks stay. Where it cannot be told
 * whether a person typed it, it counts as pasted. Linear in the text.
 */
export function maskQuoted(text: string): string {
  const lines = maskLines(blank(text, findTagged(text)));
  const prose = isDocument(lines) ? openingOf(lines) : lines;
  return blank(prose, findMarked(prose));
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function blank(text: string, spans: readonly Span[]): string {
  let masked = '';
  let copied = 0;
  for (const { start, end } of spans) {
    masked += text.slice(copied, start) + blankOf(text.slice(start, end));
    copied = end;
  }
  return masked + text.slice(copied);
}

function blankOf(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}

/** Blanks whole lines: fences, quotations, indented code, logs, and all that follows the start of something pasted. */
function maskLines(text: string): string {
  const reader = new LineReader();
  return text
    .split('\n')
    .map((line) => (reader.isQuoted(line) ? blankOf(line) : line))
    .join('\n');
}

const FENCE = /^[ \t]*(`{3,}|~{3,})/;
const INDENTED = /^(?: {4}|\t)/;
const LIST_ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/;

class LineReader {
  #fence = '';
  #isPaste = false;
  #wasBlank = true;
  #inIndented = false;
  #inList = false;

  isQuoted(line: string): boolean {
    if (this.#isPaste || this.#isFenced(line)) return true;
    this.#isPaste = startsPaste(line);
    const isCode = this.#isIndented(line);
    return (this.#isPaste && !line.trimEnd().endsWith(':')) || isCode || PASTED_LINE.test(line);
  }

  #isFenced(line: string): boolean {
    const marks = FENCE.exec(line)?.[1] ?? '';
    if (this.#fence === '') {
      this.#fence = marks;
      return marks !== '';
    }
    const isEnd = marks.startsWith(this.#fence) && line.trim() === marks;
    if (isEnd) this.#fence = '';
    return true;
  }

  /** A block of code by its indentation: behind an empty line, and no part of a list. */
  #isIndented(line: string): boolean {
    const isBlankLine = line.trim() === '';
    const isCode =
      !isBlankLine &&
      INDENTED.test(line) &&
      !this.#inList &&
      !LIST_ITEM.test(line) &&
      (this.#wasBlank || this.#inIndented);
    if (!isBlankLine && !INDENTED.test(line)) this.#inList = LIST_ITEM.test(line);
    this.#inIndented = isCode || (isBlankLine && this.#inIndented);
    this.#wasBlank = isBlankLine;
    return isCode;
  }
}

function isDocument(text: string): boolean {
  if (text.trim().length <= DOCUMENT_MIN_CHARS) return false;
  return text.split('\n').filter(isMarkupLine).length >= DOCUMENT_MIN_MARKUP_LINES;
}

/** The first paragraph, where a person typed it in front of a document; the rest is blank. */
function openingOf(text: string): string {
  const start = text.length - text.trimStart().length;
  const end = text.indexOf('\n\n', start);
  const opening = end === -1 ? '' : text.slice(start, end);
  const isTyped = opening.length <= OPENING_MAX_CHARS && !opening.split('\n').some(isMarkupLine);
  const kept = isTyped ? start + opening.length : 0;
  return text.slice(0, kept) + blankOf(text.slice(kept));
}

/** Stretches in quotation marks, marks included. One that is never closed ends with its paragraph. */
function findMarked(text: string): readonly Span[] {
  return Array.from(text.matchAll(/[^\n]+(?:\n[^\n]+)*/g)).flatMap(({ index, 0: paragraph }) =>
    markedIn(paragraph).map(({ start, end }) => ({ start: index + start, end: index + end })),
  );
}

function markedIn(paragraph: string): readonly Span[] {
  const spans: Span[] = [];
  let at = 0;
  while (at < paragraph.length) {
    const end = endOfQuotation(paragraph, at);
    if (end > at) spans.push({ start: at, end });
    at = Math.max(end, at + 1);
  }
  return spans;
}

/** Whether a mark begins something: inches and the like have no word behind them, and stand at one. */
function opens(text: string, at: number): boolean {
  const before = text[at - 1] ?? ' ';
  const after = text[at + 1] ?? ' ';
  return !/\s/.test(after) && !/[\p{L}\p{N}]/u.test(text[at] === '"' ? before : ' ');
}

/** Where the quotation ends that begins here; here, where none does. */
function endOfQuotation(text: string, at: number): number {
  const closing = QUOTE_PAIRS.get(text[at] ?? '');
  if (closing === undefined || !opens(text, at)) return at;
  const end = text.indexOf(closing, at + 1);
  if (end !== -1) return end + 1;
  return closing === '`' ? at : text.length;
}
