import { RunReader } from './run-reader.ts';
import { NAME, startOfRun, unitBits } from './unit-classes.ts';

/** The name in front of a separator, as it stands in a text. */
export interface NameSite {
  readonly name: string;
  /** Unit in front of the name, its quote aside; empty at the start of a text. */
  readonly before: string;
  /** Whether a blank stands between name and separator. */
  readonly isSpaced: boolean;
}

/** The value behind a separator, as it stands in a text. */
export interface ValueSite {
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
  /** Whether a blank stands between separator and value. */
  readonly isSpaced: boolean;
  /** Unit behind a value without quotes; empty at the end of a text. */
  readonly after: string;
}

/** Longer names are no names of values. */
export const MAX_NAME_CHARS = 64;
const MAX_BLANKS = 3;
/** A secret in quotes has one line and an end; a longer run is code whose quote opens elsewhere. */
const MAX_QUOTED_CHARS = 4_096;
const QUOTES = '"\'`';
/** Ends a value without quotes: blanks, quotes, what separates values, what code puts behind a name. */
const VALUE_END = /[\s"'`;&|<>\\,(){}[\]]/g;

/** The name that ends in front of a separator at `at`; `undefined` where none stands. */
export function nameBefore(text: string, at: number): NameSite | undefined {
  const blankStart = startOfBlanks(text, text[at - 1] === ':' ? at - 1 : at); // `:=` assigns as `=` does
  const end = startOfQuote(text, blankStart);
  const limit = Math.max(0, end - MAX_NAME_CHARS);
  const start = startOfRun(text, end, { classes: NAME, limit });
  if (start === end || (unitBits(text, start - 1) & NAME) !== 0) return undefined;
  const isSpaced = blankStart < at;
  // In a JSON string the name behind a line break follows the letter of its escape.
  const isEscape = text[start - 1] === '\\' && 'nrt'.includes(text.charAt(start));
  if (isEscape) return { name: text.slice(start + 1, end), before: '\n', isSpaced };
  return { name: text.slice(start, end), before: text.charAt(startOfQuote(text, start) - 1), isSpaced };
}

function startOfBlanks(text: string, end: number): number {
  let at = end;
  while (end - at < MAX_BLANKS && isBlank(text.charAt(at - 1))) at -= 1;
  return at;
}

/** In front of the quote that ends at `end`, escaped or not; `end` where there is none. */
function startOfQuote(text: string, end: number): number {
  if (end === 0 || !QUOTES.includes(text.charAt(end - 1))) return end;
  return end - 1 - backslashesBefore(text, end - 1);
}

const isBlank = (unit: string): boolean => unit === ' ' || unit === '\t';

/** A reader for {@link valueAfter}; one for each text. */
export function createValueRuns(text: string): RunReader {
  return new RunReader(text, VALUE_END);
}

/** The value that stands behind a separator at `at`. Separators have to come in order. */
export function valueAfter(text: string, at: number, runs: RunReader): ValueSite {
  const separatorEnd = text[at + 1] === '>' ? at + 2 : at + 1; // `=>` of Ruby and PHP
  let valueStart = separatorEnd;
  while (valueStart - separatorEnd < MAX_BLANKS && isBlank(text.charAt(valueStart))) valueStart += 1;
  const isSpaced = valueStart > separatorEnd;
  const start = endOfQuote(text, valueStart);
  const close = start === valueStart ? undefined : closeOfQuote(text, start);
  if (start > valueStart && opensNothing(text, start))
    return { value: '', start, end: start, isQuoted: false, isSpaced, after: '' };
  if (close !== undefined) {
    return { value: text.slice(start, close), start, end: close, isQuoted: true, isSpaced, after: '' };
  }
  const end = runs.endOf(start); // also behind a quote that nothing closes, where a text was cut
  return { value: text.slice(start, end), start, end, isQuoted: false, isSpaced, after: text.charAt(end) };
}

/** Whether the quote in front of `start` ends a string of JSON, as in `["PASSWORD=", 1]`, and opens no value. */
function opensNothing(text: string, start: number): boolean {
  return /^\s{0,40}[,:}\]]/.test(text.slice(start, start + 41));
}

/** Behind the quote that starts at `start`, escaped or not; `start` where there is none. */
function endOfQuote(text: string, start: number): number {
  let quote = start;
  while (text[quote] === '\\') quote += 1;
  return quote < text.length && QUOTES.includes(text.charAt(quote)) ? quote + 1 : start;
}

/**
 * Where the value ends whose opening quote stands in front of `start`: in front of the next quote of its kind that is
 * escaped as often. `undefined` where that lies beyond the line or beyond a string of JSON that holds the value.
 */
function closeOfQuote(text: string, start: number): number | undefined {
  const quote = text.charAt(start - 1);
  const depth = backslashesBefore(text, start - 1);
  const line = text.slice(start, start + MAX_QUOTED_CHARS);
  for (let at = line.indexOf(quote); at !== -1; at = line.indexOf(quote, at + 1)) {
    const backslashes = backslashesBefore(line, at);
    if (backslashes < depth) return undefined;
    if (backslashes % (2 * depth + 2) !== depth) continue; // a quote within the value
    const value = line.slice(0, at - depth);
    return value.includes('\n') || (quote !== '"' && value.includes('"')) ? undefined : start + value.length;
  }
  return undefined;
}

function backslashesBefore(text: string, at: number): number {
  let start = at;
  while (text[start - 1] === '\\') start -= 1;
  return at - start;
}
