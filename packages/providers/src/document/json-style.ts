import { type JsonListener, scanJson } from '@hermes-context/messages';
import type { TranscriptDocument } from './transcript-document.ts';

/** How a file writes its JSON, so that what is new looks like what is there. */
export interface JsonStyle {
  /** One level of indentation; `undefined` where an element stands on one line. */
  readonly indent: string | undefined;
  /** Indentation of the elements themselves. */
  readonly baseIndent: string;
  readonly newline: '\n' | '\r\n';
  /** What stands between a key and its value: `:`, or `: `. */
  readonly colon: string;
  /** What stands between two values on one line: `,`, or `, `. */
  readonly comma: string;
  /** Whether characters above ASCII are written as escapes. */
  readonly isAscii: boolean;
  /** What stands between two elements of the list. */
  readonly separator: string;
}

const COMPACT_COLON = ':';

/** Look at the first elements of a file to see how it is written. Where there are none: compact. */
export function detectStyle(document: TranscriptDocument): JsonStyle {
  const { text, spans, container } = document;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const isAscii = isAsciiWithEscapes(text);
  const first = spans[0];
  if (first === undefined) return { ...compactStyle(newline, isAscii), separator: emptySeparator(container, newline) };
  const members = measureMembers(text.slice(first.start, first.end));
  const baseIndent = indentBefore(text, first.start);
  const isPretty = members.beforeKey.includes('\n');
  const colon = members.colon ?? COMPACT_COLON;
  const comma = members.comma !== undefined && !members.comma.includes('\n') ? members.comma : commaFor(colon);
  return {
    indent: isPretty ? indentAfter(members.beforeKey, baseIndent) : undefined,
    baseIndent,
    newline,
    colon,
    comma,
    isAscii,
    separator: container === 'jsonl' ? newline : separatorOf(document, comma),
  };
}

function compactStyle(newline: '\n' | '\r\n', isAscii: boolean): Omit<JsonStyle, 'separator'> {
  return { indent: undefined, baseIndent: '', newline, colon: COMPACT_COLON, comma: ',', isAscii };
}

function emptySeparator(container: TranscriptDocument['container'], newline: string): string {
  return container === 'jsonl' ? newline : ',';
}

/** Writers that put a blank behind the colon put one behind the comma too. */
function commaFor(colon: string): string {
  return colon.endsWith(' ') ? ', ' : ',';
}

function separatorOf({ text, spans, list }: TranscriptDocument, comma: string): string {
  const [first, second] = spans;
  if (first !== undefined && second !== undefined) return text.slice(first.end, second.start);
  const gap = first === undefined ? '' : text.slice(list.start + 1, first.start);
  return gap.includes('\n') ? `,${gap}` : comma;
}

function indentBefore(text: string, start: number): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const before = text.slice(lineStart, start);
  return /^[ \t]*$/.test(before) ? before : '';
}

function indentAfter(gap: string, baseIndent: string): string {
  const indent = gap.slice(gap.lastIndexOf('\n') + 1);
  return indent.startsWith(baseIndent) ? indent.slice(baseIndent.length) : indent;
}

/** A file without any character above ASCII that escapes such characters means to stay so. */
function isAsciiWithEscapes(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is that of ASCII.
  return !/[^\u0000-\u007f]/.test(text) && /\\u(?!00[0-7])[0-9a-fA-F]{4}/.test(text);
}

interface MemberGaps {
  /** Between the opening brace and the first key. */
  readonly beforeKey: string;
  readonly colon: string | undefined;
  readonly comma: string | undefined;
}

function measureMembers(element: string): MemberGaps {
  const gauge = new MemberGauge(element);
  scanJson(element, gauge);
  return gauge;
}

/** Measures the gaps around the first members of an object. */
class MemberGauge implements JsonListener {
  beforeKey = '';
  colon: string | undefined;
  comma: string | undefined;
  readonly #element: string;
  #depth = 0;
  #keyCount = 0;
  #lastEnd = 0;

  constructor(element: string) {
    this.#element = element;
  }

  open(_kind: unknown, start: number): void {
    this.#beginValue(start);
    this.#depth += 1;
    if (this.#depth === 1) this.#lastEnd = start + 1;
  }

  close(end: number): void {
    this.#depth -= 1;
    if (this.#depth === 1) this.#lastEnd = end;
  }

  key(start: number, end: number): void {
    if (this.#depth !== 1) return;
    const gap = this.#element.slice(this.#lastEnd, start);
    if (this.#keyCount === 0) this.beforeKey = gap;
    if (this.#keyCount === 1) this.comma = gap;
    this.#keyCount += 1;
    this.#lastEnd = end;
  }

  scalar(_kind: unknown, start: number, end: number): void {
    this.#beginValue(start);
    if (this.#depth === 1) this.#lastEnd = end;
  }

  #beginValue(start: number): void {
    if (this.#depth === 1 && this.#keyCount === 1) this.colon ??= this.#element.slice(this.#lastEnd, start);
  }
}
