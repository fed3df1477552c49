/** A run of base64 characters this long is data: no word, path, hash or key of a text is. */
const DATA_RUN_MIN_CHARS = 256;

/** Encoded data broken into lines, as in mail and certificates: each line at least this long. */
const DATA_LINE_MIN_CHARS = 60;

const BYTES_PER_KILOBYTE = 1024;

const DATA_URL = 'data:';
const DATA_MARK = 'base64,';
const DATA_URL_HEAD_MAX_CHARS = 120; // media type and parameters in front of the data

/**
 * The text with encoded data replaced by a note of its size, such as `[data: 53 KB]`: `data:` URLs with base64, and
 * runs of base64 characters of 256 and more, broken into lines or not. A picture as text would cost a summary's
 * model thousands of tokens and tell it nothing. Linear in the text; the text itself when nothing is replaced.
 */
export function replaceDataRuns(text: string): string {
  return replaceRuns(replaceRuns(text, findDataUrls), findBareRuns);
}

interface DataRun {
  readonly start: number;
  readonly end: number;
  /** Characters of data, without line breaks. */
  readonly chars: number;
}

function replaceRuns(text: string, findRuns: (text: string) => Iterable<DataRun>): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end, chars } of findRuns(text)) {
    pieces.push(text.slice(copied, start), noteOf(chars));
    copied = end;
  }
  return copied === 0 ? text : pieces.join('') + text.slice(copied);
}

function* findDataUrls(text: string): Generator<DataRun> {
  let floor = 0;
  for (let at = text.indexOf(DATA_MARK); at !== -1; at = text.indexOf(DATA_MARK, floor)) {
    const dataStart = at + DATA_MARK.length;
    const head = Math.max(floor, at - DATA_URL_HEAD_MAX_CHARS);
    const scheme = text.slice(head, at).lastIndexOf(DATA_URL);
    const run = readRun(text, dataStart);
    if (scheme !== -1 && run.chars > 0) yield { ...run, start: head + scheme };
    floor = Math.max(dataStart, run.end);
  }
}

/**
 * Runs that are data by their length. Looks at one character in sixty: a run of that length holds one of them, and
 * most text then costs no more than the word around it.
 */
function* findBareRuns(text: string): Generator<DataRun> {
  let floor = 0;
  for (let probe = DATA_LINE_MIN_CHARS - 1; probe < text.length; probe += DATA_LINE_MIN_CHARS) {
    if (!isDataAt(text, probe)) continue;
    let start = probe;
    while (start > floor && isDataAt(text, start - 1)) start -= 1;
    const run = readRun(text, start);
    if (run.chars >= DATA_RUN_MIN_CHARS && isMixed(text, run)) yield run;
    floor = run.end;
    probe = Math.max(probe, run.end);
  }
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
  while (end < text.length && isDataAt(text, end)) end += 1;
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

function noteOf(chars: number): string {
  const bytes = Math.round((chars * 3) / 4); // base64 holds three bytes in four characters
  return bytes < BYTES_PER_KILOBYTE ? `[data: ${bytes} bytes]` : `[data: ${Math.round(bytes / BYTES_PER_KILOBYTE)} KB]`;
}

const LINE_FEED = 0x0a;
const EQUALS_SIGN = 0x3d;

const DATA_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_';

/** By UTF-16 unit: 1 for a character of base64, in either alphabet. */
const IS_DATA = Uint8Array.from({ length: 128 }, (_, unit) =>
  DATA_CHARACTERS.includes(String.fromCharCode(unit)) ? 1 : 0,
);

function isDataAt(text: string, index: number): boolean {
  return IS_DATA[text.charCodeAt(index)] === 1;
}
