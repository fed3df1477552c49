import type { Match } from './find-match.ts';

/** Length of a snippet at most, in UTF-16 units. */
export const SNIPPET_CHARS = 240;
/** What is shown in front of the place that was found, at most. */
const LEAD_CHARS = 80;
/** How much is read on each side: blanks become one, so more is read than shown. */
const WINDOW_CHARS = 480;

/**
 * The place in a text and what surrounds it, on one line of at most 240 characters, with `…` where it was cut. No control
 * characters, nothing that turns the direction of writing, no half of a pair.
 */
export function snippetOf(text: string, { start, end }: Match): string {
  const from = Math.max(0, start - WINDOW_CHARS);
  const to = Math.min(text.length, Math.max(end, start) + WINDOW_CHARS, start + 2 * WINDOW_CHARS);
  const lead = clean(text.slice(boundary(text, from), start));
  const rest = clean(text.slice(start, boundary(text, to)));
  const isLeadCut = from > 0 || lead.length > LEAD_CHARS;
  const shownLead = isLeadCut ? `…${lead.slice(boundary(lead, Math.max(0, lead.length - LEAD_CHARS)))}` : lead;
  const line = `${shownLead}${rest}`.trim();
  if (line.length <= SNIPPET_CHARS && to === text.length) return line;
  return `${line.slice(0, boundaryBefore(line, SNIPPET_CHARS - 1)).trimEnd()}…`;
}

function clean(text: string): string {
  return (
    text
      .toWellFormed()
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      // Marks that turn the direction of writing could make a line read as another one.
      .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
  );
}

/** The index itself, or the next one if it would cut a pair. */
function boundary(text: string, index: number): number {
  return isInsidePair(text, index) ? index + 1 : index;
}

function boundaryBefore(text: string, index: number): number {
  return isInsidePair(text, index) ? index - 1 : index;
}

function isInsidePair(text: string, index: number): boolean {
  return index > 0 && isHigh(text.charCodeAt(index - 1)) && isLow(text.charCodeAt(index));
}

function isHigh(unit: number): boolean {
  return unit >= 0xd8_00 && unit < 0xdc_00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc_00 && unit < 0xe0_00;
}
