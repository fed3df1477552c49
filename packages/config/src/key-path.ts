/** What came of reading a key path. Narrow on `kind`. */
export type ParsedKeyPath =
  | { readonly kind: 'parsed'; readonly segments: readonly string[] }
  | {
      readonly kind: 'invalid';
      /** Where it went wrong, as a column from 1. */
      readonly column: number;
      /** One sentence for a person. */
      readonly reason: string;
      readonly fix: string;
    };

/** A segment that needs no quotes. */
const BARE_SEGMENT = /^[\w-]+$/;

/**
 * Read a dotted path such as `compression.threshold`. A key with a dot in it goes in
 * quotes: `compression.model_thresholds."glm-5.2"`. Double quotes know the escapes of
 * JSON, single quotes know none.
 */
export function parseKeyPath(text: string): ParsedKeyPath {
  const segments: string[] = [];
  let start = 0;
  for (;;) {
    const segment = readSegment(text, start);
    if (segment.kind === 'invalid') return segment;
    segments.push(segment.value);
    if (segment.end === text.length) return { kind: 'parsed', segments };
    if (text[segment.end] !== '.') {
      return invalid(
        segment.end,
        'A quoted key ends here, so a dot or the end must follow.',
        'Write a dot between two keys.',
      );
    }
    start = segment.end + 1;
  }
}

/** The path as {@link parseKeyPath} reads it, with quotes where they are needed. */
export function formatKeyPath(segments: readonly string[]): string {
  return segments.map((segment) => (BARE_SEGMENT.test(segment) ? segment : JSON.stringify(segment))).join('.');
}

type Segment = { readonly kind: 'segment'; readonly value: string; readonly end: number } | Invalid;
type Invalid = Extract<ParsedKeyPath, { kind: 'invalid' }>;

function readSegment(text: string, start: number): Segment {
  const first = text[start];
  if (first === '"') return readDoubleQuoted(text, start);
  if (first === "'") return readSingleQuoted(text, start);
  const dot = text.indexOf('.', start);
  const end = dot === -1 ? text.length : dot;
  if (end > start) return { kind: 'segment', value: text.slice(start, end), end };
  return invalid(
    start,
    text === '' ? 'The path is empty.' : 'There is no key on one side of a dot.',
    'Write keys with single dots between them, such as compression.threshold.',
  );
}

function readDoubleQuoted(text: string, start: number): Segment {
  let end = start + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  if (end >= text.length) return unclosed(start, '"');
  const value = parseJsonString(text.slice(start, end + 1));
  if (value !== undefined) return { kind: 'segment', value, end: end + 1 };
  return invalid(
    start,
    'A key in double quotes is read like a JSON string, and this is none.',
    'Use single quotes to have it word for word.',
  );
}

function readSingleQuoted(text: string, start: number): Segment {
  const end = text.indexOf("'", start + 1);
  return end === -1 ? unclosed(start, "'") : { kind: 'segment', value: text.slice(start + 1, end), end: end + 1 };
}

function parseJsonString(json: string): string | undefined {
  try {
    return String(JSON.parse(json));
  } catch {
    return undefined;
  }
}

function unclosed(start: number, quote: string): Invalid {
  return invalid(
    start,
    `The quote ${quote} that opens here is never closed.`,
    `Close it, and mind that a shell removes quotes: put the whole path into others.`,
  );
}

function invalid(index: number, reason: string, fix: string): Invalid {
  return { kind: 'invalid', column: index + 1, reason, fix };
}
