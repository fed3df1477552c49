import type { ExtractLine, LineKind } from './extract-lines.ts';

/** Headings that a kind of line belongs under, by what they say. */
const PLACES: Readonly<Record<LineKind, RegExp>> = {
  said: /context|summary|progress|done|history|conversation/i,
  error: /block|error|problem|issue/i,
  path: /file|artifact|path/i,
  carried: /context|summary/i,
  number: /critical|key|fact|detail|context/i,
};

/** A summary of lines under the headings that were asked for; a plain list where none were. */
export function formSummary(headings: readonly string[], lines: readonly ExtractLine[]): string {
  if (headings.length === 0) return lines.map(({ text }) => `- ${text}`).join('\n');
  const under = Map.groupBy(lines, (line) => headingFor(headings, line));
  return headings
    .map((heading) => {
      const own = (under.get(heading) ?? []).map(({ text }) => `- ${text}`);
      return `${heading}\n${own.length === 0 ? '(none)' : own.join('\n')}`;
    })
    .join('\n\n');
}

function headingFor(headings: readonly string[], { kind, heading }: ExtractLine): string | undefined {
  if (heading !== undefined && headings.includes(heading)) return heading;
  return headings.find((each) => PLACES[kind].test(each)) ?? headings[0];
}
