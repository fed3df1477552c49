import { JsonSyntaxError } from './json-syntax-error.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const LOWER_U = 0x75;
const FIRST_PRINTABLE = 0x20;
const UNICODE_ESCAPE_DIGITS = 4;

/**
 * Where the string that starts at `start` ends: behind its closing quote.
 *
 * @param start - Index of the opening quote.
 * @throws JsonSyntaxError where the string is cut off, or holds a raw control character or an unknown escape.
 */
export function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at + 1;
    if (unit === BACKSLASH) at = endOfEscape(text, at);
    else if (unit >= FIRST_PRINTABLE) at += 1;
    else throw new JsonSyntaxError({ text, offset: Math.min(at, text.length), expected: stringPart(at, text) });
  }
}

/**
 * Where the number that starts at `start` ends.
 *
 * @throws JsonSyntaxError where a digit is missing.
 */
export function endOfNumber(text: string, start: number): number {
  const whole = text.charCodeAt(start) === MINUS ? start + 1 : start;
  // A zero stands alone: 01 is no number.
  let end = text.charCodeAt(whole) === ZERO ? whole + 1 : endOfDigits(text, whole);
  if (text.charCodeAt(end) === DOT) end = endOfDigits(text, end + 1);
  if (!isExponentMark(text.charCodeAt(end))) return end;
  const sign = text.charCodeAt(end + 1);
  return endOfDigits(text, sign === PLUS || sign === MINUS ? end + 2 : end + 1);
}

function stringPart(at: number, text: string): string {
  return at < text.length ? 'an escape such as \\n instead of a raw control character' : 'a closing quote';
}

function endOfEscape(text: string, backslash: number): number {
  const kind = text.charCodeAt(backslash + 1);
  if (kind === LOWER_U) return endOfUnicodeEscape(text, backslash + 2);
  if ('"\\/bfnrt'.includes(text.charAt(backslash + 1)) && !Number.isNaN(kind)) return backslash + 2;
  throw new JsonSyntaxError({
    text,
    offset: Math.min(backslash + 1, text.length),
    expected: 'one of " \\ / b f n r t u behind a backslash',
  });
}

function endOfUnicodeEscape(text: string, start: number): number {
  const end = start + UNICODE_ESCAPE_DIGITS;
  for (let at = start; at < end; at += 1) {
    if (isHexDigit(text.charCodeAt(at))) continue;
    throw new JsonSyntaxError({ text, offset: Math.min(at, text.length), expected: 'four hex digits behind \\u' });
  }
  return end;
}

function endOfDigits(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at += 1;
  if (at > start) return at;
  throw new JsonSyntaxError({ text, offset: Math.min(at, text.length), expected: 'a digit' });
}

// The end of the text reads as NaN, which is no digit, no mark and below nothing.
const isDigit = (unit: number): boolean => unit >= ZERO && unit <= NINE;
const isExponentMark = (unit: number): boolean => (unit | 0x20) === 0x65; // e, E
const isHexDigit = (unit: number): boolean => isDigit(unit) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x66);
