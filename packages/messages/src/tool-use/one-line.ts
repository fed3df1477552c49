import { SUMMARY_HEADER } from '../summary-text.ts';
import { truncateText, wellFormed } from '../truncate.ts';

/** Escape sequences of a terminal. The escape character is what they are known by. */
const TERMINAL_ESCAPES = new RegExp(`${String.fromCharCode(0x1b)}\\[[0-9;?]*[ -/]*[@-~]`, 'g');

/** Of a clipped text, how much may be given up to end it with a sentence or a word. */
const SENTENCE_SEARCH_RATIO = 0.5;
const WORD_SEARCH_RATIO = 0.2;

const ELLIPSIS = '…';

/**
 * A text on one line that can neither start a section nor pass for a summary: white space collapsed, control
 * characters gone, heading marks escaped. Reads no more of the text than `maxChars` calls for.
 */
export function oneLine(text: string, maxChars: number): string {
  const flat = text
    .slice(0, maxChars * 4 + 400)
    .replaceAll(TERMINAL_ESCAPES, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replaceAll(/(?<=^| )#{1,6}(?= )/g, String.raw`\$&`)
    .replaceAll(SUMMARY_HEADER, '(context compaction)');
  return clipText(flat, maxChars);
}

/** The beginning of a text, at most `maxChars` long, with an ellipsis where something is missing. */
export function clipText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return wellFormed(text);
  const head = truncateText(text, Math.max(0, maxChars - ELLIPSIS.length));
  return `${cutAtEnd(head)}${ELLIPSIS}`;
}

function cutAtEnd(head: string): string {
  const sentence = Math.max(...['. ', '! ', '? ', '。', '！', '？'].map((mark) => head.lastIndexOf(mark))) + 1;
  if (sentence >= head.length * (1 - SENTENCE_SEARCH_RATIO)) return head.slice(0, sentence);
  const word = head.lastIndexOf(' ');
  return word >= head.length * (1 - WORD_SEARCH_RATIO) ? head.slice(0, word) : head;
}
