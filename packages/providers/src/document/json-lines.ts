import { type JsonSpan, JsonSyntaxError, scanJson } from '@hermes-context/messages';
import { describeValue } from '../describe-value.ts';
import { freezeDeeply } from '../freeze-deeply.ts';
import { isItemType } from '../openai-responses/item-type.ts';
import type { Place } from '../place.ts';
import { TranscriptShapeError } from '../transcript-shape-error.ts';
import { TranscriptSyntaxError } from '../transcript-syntax-error.ts';
import { isWireList, isWireObject, type WireObject } from '../wire-value.ts';
import type { TranscriptDocument } from './transcript-document.ts';

/** Whether an object is one message or item, as opposed to a whole conversation or something else. */
export function looksLikeElement(value: WireObject): boolean {
  // An item may have an "input" of its own, but as text: the list is that of a request.
  if ('messages' in value || isWireList(value['input'])) return false;
  return typeof value['role'] === 'string' || isItemType(value['type']);
}

/**
 * Parse JSON Lines: one message or item a line, blank lines allowed.
 *
 * @param json - The text without a byte order mark, of the same length.
 * @throws TranscriptSyntaxError, TranscriptShapeError with the line at fault.
 */
export function readJsonLines(text: string, json: string): TranscriptDocument {
  const elements: WireObject[] = [];
  const spans: JsonSpan[] = [];
  const lines: number[] = [];
  for (const content of contentLines(json)) {
    elements.push(readLine(json, content));
    spans.push(content.span);
    lines.push(content.line);
  }
  const placeOf = (index: number): Place => [`line ${lines[index] ?? 1}`];
  return {
    text,
    container: 'jsonl',
    elements,
    spans,
    list: { start: 0, end: text.length },
    members: new Map(),
    placeOf,
  };
}

interface ContentLine {
  /** From 1. */
  readonly line: number;
  /** Where the line starts in the file. */
  readonly start: number;
  /** The line without white space around it. */
  readonly span: JsonSpan;
}

function* contentLines(json: string): Generator<ContentLine> {
  let start = 0;
  for (let line = 1; start < json.length; line += 1) {
    const feed = json.indexOf('\n', start);
    const end = feed === -1 ? json.length : feed;
    const span = trimSpan(json, { start, end });
    if (span.start < span.end) yield { line, start, span };
    start = end + 1;
  }
}

function trimSpan(text: string, span: JsonSpan): JsonSpan {
  let { start, end } = span;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (start < end && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return { start, end };
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0d;
}

function readLine(json: string, content: ContentLine): WireObject {
  const place: Place = [`line ${content.line}`];
  const value = freezeDeeply<unknown>(parseLine(json, content), place);
  if (isWireObject(value) && !('messages' in value)) return value;
  throw new TranscriptShapeError({
    place,
    found: isWireObject(value) ? 'a whole conversation' : describeValue(value),
    expected: 'one message or item a line, as a JSON object',
    fix: 'Pass one conversation at a time: either a line alone as a file, or its messages one a line.',
  });
}

function parseLine(json: string, content: ContentLine): unknown {
  const source = json.slice(content.span.start, content.span.end);
  try {
    return JSON.parse(source);
  } catch (cause) {
    throw syntaxErrorIn(source, content, cause);
  }
}

function syntaxErrorIn(source: string, { line, start, span }: ContentLine, cause: unknown): unknown {
  try {
    scanJson(source, {});
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) return error;
    const column = span.start - start + error.column;
    return new TranscriptSyntaxError({ line, column, expected: error.expected, cause: error });
  }
  return cause;
}
