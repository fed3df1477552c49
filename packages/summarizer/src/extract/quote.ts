import { SUMMARY_HEADER, truncateText, wellFormed } from '@hermes-context/messages';
import { sentencesOf } from './sentences.ts';

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
  return clip(flat, maxChars);
}

/** A quotation of what a person or the assistant said, clipped at the end of a sentence where one is near. */
export function quote(text: string, maxChars: number): string {
  return `“${oneLine(text, maxChars)}”`;
}

/**
 * A quotation of a request: word for word while it fits, else its sentences without code and Markdown.
 */
export function quoteGist(text: string, maxChars: number): string {
  if (text.length <= maxChars) return quote(text, maxChars);
  const gist: string[] = [];
  let chars = 0;
  for (const sentence of sentencesOf(text.slice(0, GIST_SCAN_CHARS))) {
    if (chars > maxChars) break;
    gist.push(sentence);
    chars += sentence.length + 1;
  }
  return quote(gist.length === 0 ? text : gist.join(' '), maxChars);
}

const GIST_SCAN_CHARS = 20_000;

/** A quotation of data: what a tool was given or answered. Nothing in it can close the quotation. */
export function dataQuote(text: string, maxChars: number): string {
  return `\`${oneLine(text.slice(0, maxChars * 4 + 400).replaceAll('`', "'"), maxChars)}\``;
}

/** The beginning of a text, at most `maxChars` long, with an ellipsis where something is missing. */
export function clip(text: string, maxChars: number): string {
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
