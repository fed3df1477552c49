import { wellFormed } from '@hermes-context/messages';

/** The longest excerpt, in UTF-16 units: enough to recognise a place, too little to repeat a prompt. */
const EXCERPT_CHARS = 80;
/** How much of it stands before the place. */
const LEAD_CHARS = 24;
const ELLIPSIS = '…';

/** The place of a difference in one text, on one line, at most 80 characters; cut ends show as `…`. */
export function excerptAt(text: string, char: number): string {
  const start = Math.max(0, char - LEAD_CHARS);
  const lead = start > 0 ? ELLIPSIS : '';
  const room = EXCERPT_CHARS - lead.length;
  const isWhole = text.length - start <= room;
  const cut = text.slice(start, isWhole ? undefined : start + room - ELLIPSIS.length);
  return lead + oneLine(cut) + (isWhole ? '' : ELLIPSIS);
}

/** The index of the first character in which two texts differ; the length of the shorter one where it is the beginning. */
export function firstDifferingChar(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  let char = 0;
  while (char < end && one.charCodeAt(char) === other.charCodeAt(char)) char += 1;
  return char;
}

function oneLine(text: string): string {
  return wellFormed(text).replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');
}
