import type { GrepSnippet } from './grep-types.ts';
import type { Match } from './matcher.ts';

/** Length of a snippet without lines of context at most, and of a line with them, in UTF-16 units. */
const MAX_CHARS = 240;
/** What is shown in front of the match, at most. */
const LEAD_CHARS = 80;
const CUT = '…';

/**
 * A match with what surrounds it: on one line, or with the lines around its first one. No control characters, nothing
 * that turns the direction of writing, no half of a pair, `…` where something was cut.
 */
export function snippetOf(text: string, match: Match, contextLines: number): GrepSnippet {
  if (contextLines === 0) return around(text, match, { from: 0, to: text.length });
  const first = lineStart(text, match.start);
  const end = lineEnd(text, match.start);
  const before = linesBefore(text, first, contextLines).map(plainLine);
  const after = linesAfter(text, end, contextLines).map(plainLine);
  const line = around(
    text,
    { start: match.start, end: Math.min(match.end, Math.max(end, match.start)) },
    { from: first, to: end },
  );
  const lead = before.map((each) => `${each}\n`).join('');
  const start = lead.length + line.start;
  return {
    text: `${lead}${line.text}${after.map((each) => `\n${each}`).join('')}`,
    start,
    end: start + line.end - line.start,
  };
}

/** The number of the line that a place is on, from 1. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

interface Within {
  readonly from: number;
  readonly to: number;
}

function around(text: string, { start, end }: Match, { from, to }: Within): GrepSnippet {
  const leadFrom = Math.max(from, onBoundary(text, start - LEAD_CHARS));
  const shownEnd = Math.min(end, onBoundary(text, start + MAX_CHARS - LEAD_CHARS));
  const lead = `${leadFrom > from ? CUT : ''}${clean(text.slice(leadFrom, start))}`;
  const shown = `${clean(text.slice(start, shownEnd))}${shownEnd < end ? CUT : ''}`;
  const room = Math.max(0, MAX_CHARS - lead.length - shown.length);
  const restEnd = Math.max(shownEnd, Math.min(to, onBoundary(text, shownEnd + room)));
  const rest = shownEnd < end ? '' : `${clean(text.slice(shownEnd, restEnd))}${restEnd < to ? CUT : ''}`;
  return { text: `${lead}${shown}${rest}`, start: lead.length, end: lead.length + shown.length };
}

function plainLine(line: string): string {
  return line.length <= MAX_CHARS ? clean(line) : `${clean(line.slice(0, onBoundary(line, MAX_CHARS - 1)))}${CUT}`;
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function linesBefore(text: string, start: number, count: number): readonly string[] {
  const lines: string[] = [];
  for (let end = start - 1; end >= 0 && lines.length < count; ) {
    const from = lineStart(text, end);
    lines.unshift(text.slice(from, end));
    end = from - 1;
  }
  return lines;
}

function linesAfter(text: string, end: number, count: number): readonly string[] {
  const lines: string[] = [];
  for (let from = end + 1; from <= text.length && lines.length < count; ) {
    const to = lineEnd(text, from);
    lines.push(text.slice(from, to));
    from = to + 1;
  }
  return lines;
}

function clean(text: string): string {
  return (
    text
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      // Marks that turn the direction of writing could make a line read as another one.
      .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
  );
}

/** A place itself, or the next one if it would cut a pair. */
function onBoundary(text: string, at: number): number {
  return at > 0 && /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 1, at + 1)) ? at + 1 : at;
}
