import { truncateText } from '@hermes-context/messages';

/** What one line of a note is cut to unless its writer says otherwise, in UTF-16 units. */
const LINE_CHARS = 160;
const CUT = '…';

/** A piece of a text on one line, without control characters and marks that turn the direction of writing. */
export function shortLine(text: string, maxChars: number = LINE_CHARS): string {
  const clean = truncateText(text, maxChars * 4)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  const isWhole = clean.length <= maxChars && text.length <= maxChars * 4;
  return isWhole ? clean : `${truncateText(clean, maxChars - CUT.length).trimEnd()}${CUT}`;
}

/** The first lines that fit into a room, and how many are left out where there are more. */
export function fitLines(lines: readonly string[], roomChars: number): readonly string[] {
  const fitting = lines.slice(0, countFitting(lines, roomChars));
  if (fitting.length === lines.length) return fitting;
  const shown = fitting.slice(0, countFitting(fitting, roomChars - more(lines.length).length - 1));
  return [...shown, more(lines.length - shown.length)];
}

/** What lines take up in a note, their line breaks included, in UTF-16 units. */
export function charsOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

/** A number with its noun: `1 line`, `12,000 lines`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;
}

function countFitting(lines: readonly string[], roomChars: number): number {
  let usedChars = 0;
  const end = lines.findIndex((line) => {
    usedChars += line.length + 1;
    return usedChars > roomChars;
  });
  return end < 0 ? lines.length : end;
}

function more(count: number): string {
  return `${CUT} ${count.toLocaleString('en-GB')} more`;
}
