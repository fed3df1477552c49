import { boundaryAfter, boundaryBefore } from './truncate-boundary.ts';

/** How to shorten a text to its beginning and its end. */
export interface MiddleCut {
  /** Length that the result may reach, in UTF-16 units, the marker included. */
  readonly maxChars: number;
  /** What stands for the part left out, given its length. Default: a line of its own that says how much is missing. */
  readonly marker?: (omittedChars: number) => string;
}

/** The text with each lone half of a surrogate pair replaced by U+FFFD: no store or provider takes them. */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

/**
 * The beginning of a text, at most `maxChars` UTF-16 units long and well-formed. Never cuts inside what a reader sees as
 * one character, so the result may be shorter, or empty where the first one does not fit.
 */
export function truncateText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return wellFormed(text);
  // The character behind the cut decides about it, so two more units are kept until then.
  const head = wellFormed(text.slice(0, Math.max(0, maxChars) + 2));
  return head.slice(0, boundaryBefore(head, Math.floor(maxChars)));
}

/**
 * The beginning and the end of a text with a marker between, together at most `maxChars` UTF-16 units and well-formed.
 * A text that fits is kept. Neither cut is inside what a reader sees as one character. Where there is no room for a
 * marker, the result is the beginning alone.
 */
export function truncateMiddle(text: string, { maxChars, marker = omission }: MiddleCut): string {
  const whole = wellFormed(text);
  if (whole.length <= maxChars) return whole;
  // No later marker is longer by its digits: less is left out than everything.
  const room = Math.floor(maxChars) - marker(whole.length).length;
  if (room < 2) return truncateText(whole, maxChars);

  const headEnd = boundaryBefore(whole, Math.ceil(room / 2));
  const tailStart = boundaryAfter(whole, whole.length - Math.floor(room / 2));
  const middle = wellFormed(marker(tailStart - headEnd));
  const result = whole.slice(0, headEnd) + middle + whole.slice(tailStart);
  return result.length <= maxChars ? result : truncateText(whole, maxChars);
}

function omission(omittedChars: number): string {
  return `\n[… ${omittedChars} characters omitted …]\n`;
}
