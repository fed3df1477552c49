/** What a changed place of the prompt probably is. */
export type DifferenceCause =
  | 'date_time'
  | 'identifier'
  | 'tool_order'
  | 'key_order'
  | 'tools_changed'
  | 'system_changed'
  | 'message_changed'
  | 'removed';

/** Two texts that differ, and the character at which they do. */
export interface TextPair {
  readonly before: string;
  readonly after: string;
  readonly char: number;
}

/** How far around the difference a date or an identifier may reach, in characters. */
const REACH_CHARS = 48;

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const DAY = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*';
const DATE_TIME = [
  String.raw`\d{4}-\d{1,2}-\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?Z|[+-]\d{2}:?\d{2})?)?`,
  String.raw`\d{1,4}[./]\d{1,2}[./]\d{1,4}`,
  String.raw`\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?`,
  String.raw`\b1[5-9]\d{8}(?:\d{3})?\b`, // seconds or milliseconds since 1970, until 2033
  String.raw`\b(?:${DAY},? )?${MONTH}\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?\b`,
  String.raw`\b(?:${DAY},? )?\d{1,2}(?:st|nd|rd|th)?\.? ${MONTH}\.?(?:,? \d{4})?\b`,
  String.raw`\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b`,
];
const IDENTIFIER = [
  '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
  String.raw`\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,}\b`,
];

/** What a place that differs looks like, if it is of a kind that changes by itself; otherwise unknown. */
export function recogniseValue(pair: TextPair): 'date_time' | 'identifier' | undefined {
  // Identifiers first: their digits may look like a time.
  if (isWithin(pair, IDENTIFIER)) return 'identifier';
  return isWithin(pair, DATE_TIME) ? 'date_time' : undefined;
}

/** Whether two texts are the same JSON but for the order of keys. */
export function isKeyOrder({ before, after }: Pick<TextPair, 'before' | 'after'>): boolean {
  const sorted = before.length === after.length ? sortedJson(before) : undefined;
  return sorted !== undefined && sorted === sortedJson(after);
}

/** Whether both texts have, across the place where they differ, something of a pattern. */
function isWithin({ before, after, char }: TextPair, patterns: readonly string[]): boolean {
  const start = Math.max(0, char - REACH_CHARS);
  return [before, after].every((text) => {
    const window = text.slice(start, char + REACH_CHARS);
    return patterns.some((pattern) => coversPlace(window, { pattern, place: char - start }));
  });
}

function coversPlace(text: string, { pattern, place }: { readonly pattern: string; readonly place: number }): boolean {
  for (const match of text.matchAll(new RegExp(pattern, 'gi'))) {
    // A number that became longer differs right behind the shorter one.
    if (match.index <= place && place <= match.index + match[0].length) return true;
  }
  return false;
}

function sortedJson(text: string): string | undefined {
  try {
    return JSON.stringify(sortKeys(JSON.parse(text)));
  } catch {
    return undefined; // no JSON, such as a text that was cut
  }
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sortKeys(each)]));
}
