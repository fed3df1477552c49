import { estimateTextTokens, truncateText } from '@hermes-context/messages';

/** Share of a piece that may be given up for the sake of a cut at a line break or between words. */
const BREAK_SEARCH_RATIO = 0.25;

/** A guess from the average density may be wrong; each wrong one shrinks the next by this much. */
const SHRINK_RATIO = 0.8;

/** More characters than a token ever has on average: what is looked at, so that a huge rest is not weighed again and again. */
const MAX_CHARS_PER_TOKEN = 8;

/**
 * The beginning of a text that takes at most `maxTokens` by our estimate: up to a line break where one is near,
 * else between words, else between characters as a reader sees them. Never empty for a text that is not:
 * a piece of one character may be larger than asked.
 */
export function headOfTokens(text: string, maxTokens: number): string {
  const near = truncateText(text, Math.max(1, maxTokens) * MAX_CHARS_PER_TOKEN);
  const nearTokens = estimateTextTokens(near);
  if (near !== '' && near.length === text.length && nearTokens <= maxTokens) return text;
  let chars = Math.floor((near.length * maxTokens) / Math.max(maxTokens, nearTokens));
  for (; chars > 1; chars = Math.floor(chars * SHRINK_RATIO)) {
    const head = cutAtBreak(near, chars);
    if (head !== '' && estimateTextTokens(head) <= maxTokens) return head;
  }
  return String.fromCodePoint(...firstPoint(text));
}

function cutAtBreak(text: string, maxChars: number): string {
  const head = truncateText(text, maxChars);
  const floor = head.length * (1 - BREAK_SEARCH_RATIO);
  for (const mark of ['\n', ' ']) {
    const end = head.lastIndexOf(mark) + 1;
    if (end > 0 && end >= floor) return head.slice(0, end);
  }
  return head;
}

function firstPoint(text: string): readonly number[] {
  const point = text.codePointAt(0);
  return point === undefined ? [] : [point];
}
