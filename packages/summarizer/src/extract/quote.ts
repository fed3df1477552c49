import { oneLine } from '@hermes-context/messages';
import { sentencesOf } from './sentences.ts';

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
