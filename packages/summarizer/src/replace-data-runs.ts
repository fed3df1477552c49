/** A run of base64 characters this long is data: no word, path, hash or key of a text is. */
const DATA_RUN_MIN_CHARS = 256;

/** Encoded data broken into lines, as in mail and certificates: each line at least this long. */
const DATA_LINE_MIN_CHARS = 60;

const BYTES_PER_KILOBYTE = 1024;

const DATA_URL = 'data:';
const DATA_URL_HEAD_MAX_CHARS = 120; // media type and parameters in front of the data

/**
 * The text with encoded data replaced by a note of its size, such as `[data: 53 KB]`: `data:` URLs with base64, and
 * runs of base64 characters of 256 and more, broken into lines or not. A picture as text would cost a summary's
 * model thousands of tokens and tell it nothing. Linear in the text; the same object when nothing is replaced.
 */
export function replaceDataRuns(text: string): string {
  if (text.length < DATA_RUN_MIN_CHARS && !text.includes(DATA_URL)) return text;
  const pieces: string[] = [];
  let copied = 0;
  for (const run of findRuns(text)) {
    const start = startOfDataUrl(text, run.start, copied) ?? run.start;
    if (start === run.start && run.chars < DATA_RUN_MIN_CHARS) continue;
    pieces.push(text.slice(copied, start), noteOf(run.chars));
    copied = run.end;
  }
  return copied === 0 ? text : pieces.join('') + text.slice(copied);
}

interface DataRun {
  readonly start: number;
  readonly end: number;
  /** Characters of data, without line breaks. */
  readonly chars: number;
}

/** Runs that may be data: long ones, and those behind the comma of a `data:` URL. */
function* findRuns(text: string): Generator<DataRun> {
  let index = 0;
  while (index < text.length) {
    const start = skipOther(text, index);
    const run = readRun(text, start);
    if (run.chars >= DATA_RUN_MIN_CHARS ? isMixed(text, run) : text.startsWith('base64,', start - 'base64,'.length)) {
      yield run;
    }
    index = Math.max(run.end, start + 1);
  }
}

function skipOther(text: string, from: number): number {
  let index = from;
  while (index < text.length && !isDataCode(text.charCodeAt(index))) index += 1;
  return index;
}

function readRun(text: string, start: number): DataRun {
  let end = endOfLine(text, start);
  let chars = end - start;
  const width = chars;
  // Encoders break lines at one width: lists of paths, which look alike otherwise, do not.
  for (let lineChars = width; width >= DATA_LINE_MIN_CHARS && lineChars === width; ) {
    const next = startOfNextLine(text, end);
    if (next === undefined) break;
    const nextEnd = endOfLine(text, next);
    lineChars = nextEnd - next;
    if (lineChars === 0 || lineChars > width || !isLineEnd(text, nextEnd)) break;
    chars += lineChars;
    end = nextEnd;
  }
  return { start, end, chars };
}

function isLineEnd(text: string, index: number): boolean {
  return index === text.length || startOfNextLine(text, index) !== undefined || text[index] === '"';
}

function endOfLine(text: string, start: number): number {
  let end = start;
  while (end < text.length && isDataCode(text.charCodeAt(end))) end += 1;
  while (end > start && text.charCodeAt(end) === EQUALS_SIGN) end += 1;
  return end;
}

function startOfNextLine(text: string, end: number): number | undefined {
  if (text.charCodeAt(end) === LINE_FEED) return end + 1;
  if (text.startsWith('\r\n', end)) return end + 2;
  return text.startsWith('\\n', end) ? end + 2 : undefined; // JSON inside a text
}

/** Rulers such as `-----` and `/////` are no data, nor is a run of one character. */
function isMixed(text: string, { start, end }: DataRun): boolean {
  const seen = new Set<string>();
  for (let index = start; index < end && index < start + DATA_RUN_MIN_CHARS; index += 1) seen.add(text[index] ?? '');
  return seen.size > 8;
}

function startOfDataUrl(text: string, runStart: number, floor: number): number | undefined {
  const from = Math.max(floor, runStart - DATA_URL_HEAD_MAX_CHARS);
  const at = text.slice(from, runStart).lastIndexOf(DATA_URL);
  return at !== -1 && text.startsWith('base64,', runStart - 'base64,'.length) ? from + at : undefined;
}

function noteOf(chars: number): string {
  const bytes = Math.round((chars * 3) / 4); // base64 holds three bytes in four characters
  return bytes < BYTES_PER_KILOBYTE ? `[data: ${bytes} bytes]` : `[data: ${Math.round(bytes / BYTES_PER_KILOBYTE)} KB]`;
}

const LINE_FEED = 0x0a;
const EQUALS_SIGN = 0x3d;

function isDataCode(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) || // a-z
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x2f && code <= 0x39) || // / and 0-9
    code === 0x2b || // +
    code === 0x2d || // -
    code === 0x5f // _
  );
}
