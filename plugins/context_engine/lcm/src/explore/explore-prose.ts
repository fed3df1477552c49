import type { Finding, Material } from './exploration.ts';
import { frequentNames } from './frequent-names.ts';
import { shortLine } from './note-lines.ts';

const FIRST_CHARS = 400;
const LAST_CHARS = 200;
/** Where a sentence ends, in Latin and East Asian writing. */
const SENTENCE_END = /[.!?](?=\s)|[。！？]|\n/g;
const HEADING = /^(?:#{1,6} |\d{1,2}(?:\.\d{1,2}){0,3}\.? [A-Z]|[A-Z][\w ,'-]{2,60}:$|\*\*[^*]{2,80}\*\*:?$)/;

/** How a text begins and ends, its headings, and the names that stand in it most often. */
export function exploreProse({ text, lines, roomChars }: Material): Finding {
  const trimmed = text.trim();
  const names = frequentNames(text).join(', ');
  const headings = lines.flatMap((line, index) =>
    HEADING.test(line.slice(0, LAST_CHARS)) ? [`  ${index + 1}: ${shortLine(line, 80)}`] : [],
  );
  const first = beginningOf(trimmed);
  const last = endOf(trimmed);
  const room = roomChars - first.length - last.length - names.length - 100;
  return {
    kind: 'prose',
    title: 'text',
    lines: [
      ...(first === '' ? [] : [`begins: ${first}`]),
      ...(last === '' || trimmed.length <= FIRST_CHARS ? [] : [`ends: ${last}`]),
      ...(names === '' ? [] : [`often: ${names}`]),
      ...headingLines(headings, room),
    ],
  };
}

function headingLines(headings: readonly string[], roomChars: number): readonly string[] {
  return headings.length === 0 || roomChars < 100 ? [] : ['headings:', ...headings];
}

/** Whole sentences where they fit. */
function beginningOf(text: string): string {
  if (text.length <= FIRST_CHARS) return shortLine(text, FIRST_CHARS);
  const start = text.slice(0, FIRST_CHARS);
  const end = [...start.matchAll(SENTENCE_END)].at(-1)?.index;
  return end === undefined || end < FIRST_CHARS / 4
    ? shortLine(text, FIRST_CHARS)
    : shortLine(start.slice(0, end + 1), FIRST_CHARS);
}

/** The last sentence, or the end of it. */
function endOf(text: string): string {
  const tail = text.slice(-LAST_CHARS).replace(/^[\udc00-\udfff]/, ''); // half a pair
  const ends = [...tail.slice(0, -1).matchAll(SENTENCE_END)];
  const start = ends.at(-1)?.index;
  return shortLine(start === undefined ? `…${tail}` : tail.slice(start + 1), LAST_CHARS);
}
