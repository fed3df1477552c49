import { SessionImportError } from './session-errors.ts';
import type { SessionHeader, SessionRecord } from './session-record.ts';

/** One session of a file of exports. */
export interface RecordedSession {
  /** Line of its header, from 1. */
  readonly line: number;
  /** What the header says; whoever takes the records over checks it. Absent where there is none. */
  readonly id?: string;
  /**
   * Its records, once: header, messages, revisions. Rejects with a SessionImportError that names the line where one is
   * damaged or missing.
   */
  readonly records: AsyncIterable<SessionRecord>;
}

/** A line of a file, and where it stands. */
interface Line {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** Harmless in JSON, but not on a terminal, and line breaks to some readers: as an escape they mean the same. */
const UNSAFE = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const KINDS: readonly unknown[] = ['session', 'message', 'revision'] satisfies SessionRecord['record'][];

/** A record as one line of JSON, without the line break. Nothing in it moves a cursor. */
export function recordLine(record: SessionRecord): string {
  return JSON.stringify(record).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * The sessions of a file of exports, one after another. How many lines belong to a session, its header says. What is
 * damaged spoils one session and no other: reading goes on at the next header.
 *
 * @param lines - Without their line breaks. Empty ones count, and are passed over.
 */
export async function* readRecordLines(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<RecordedSession> {
  const reader = createReader(numbered(lines));
  for (let next = await reader.peek(); next !== undefined; next = await reader.peek()) {
    const { line, text } = next;
    const header = headerOf(text);
    yield {
      line,
      ...(header === undefined ? {} : { id: header.id }),
      records: recordsOf(next, reader),
    };
    await skipRest(line, reader);
  }
}

/** Lines one at a time, with a look at the next one. */
interface Reader {
  peek(): Promise<Line | undefined>;
  /** Go past the line that `peek` showed. */
  pass(): void;
}

function createReader(source: AsyncGenerator<Line>): Reader {
  let next: Promise<Line | undefined> | undefined;
  return {
    peek() {
      next ??= source.next().then(({ value, done }) => (done === true ? undefined : value));
      return next;
    },
    pass() {
      next = undefined;
    },
  };
}

async function* recordsOf(first: Line, reader: Reader): AsyncGenerator<SessionRecord> {
  reader.pass();
  const header = parseLine(first);
  if (header.record !== 'session')
    throw refused(first.line, 'A session begins there, so it should be the header of one');
  yield header;
  for (let left = bodySize(header, first.line); left > 0; left -= 1) {
    const next = await reader.peek();
    if (next === undefined) throw cutOff(header, left, 'The file ends');
    if (headerOf(next.text) !== undefined) throw cutOff(header, left, `At line ${next.line} another session begins`);
    reader.pass();
    yield parseLine(next);
  }
}

/** What nobody read of a session: all of its lines, or those behind a damaged one. */
async function skipRest(firstLine: number, reader: Reader): Promise<void> {
  let next = await reader.peek();
  while (next !== undefined && (next.line === firstLine || headerOf(next.text) === undefined)) {
    reader.pass();
    next = await reader.peek();
  }
}

/** The header of a session, if that is what a line is. */
function headerOf(text: string): SessionHeader | undefined {
  if (!text.includes('"session"')) return undefined; // most lines are long, and need not be read twice
  try {
    const record: SessionRecord | null = JSON.parse(text);
    return record?.record === 'session' ? record : undefined;
  } catch {
    return undefined;
  }
}

async function* numbered(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Line> {
  let line = 0;
  for await (const text of lines) {
    line += 1;
    const bare = line === 1 ? text.replace(/^\ufeff/, '') : text;
    if (bare.trim() !== '') yield { line, text: bare };
  }
}

function parseLine({ line, text }: Line): SessionRecord {
  const record = parseJson(line, text);
  if (KINDS.includes(record?.record)) return record;
  throw refused(line, 'It is JSON, but no record of an export');
}

function parseJson(line: number, text: string): SessionRecord {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refused(line, 'It is not whole JSON', cause);
  }
}

function bodySize({ messages, revisions }: SessionHeader, line: number): number {
  if ([messages, revisions].every((count) => Number.isSafeInteger(count) && count >= 0)) return messages + revisions;
  throw refused(line, 'It should say how many messages and revisions follow');
}

function cutOff({ id, messages, revisions }: SessionHeader, missing: number, where: string): SessionImportError {
  return new SessionImportError({
    what: `${where}, and ${missing.toLocaleString('en')} records of session ${String(id)} are missing.`,
    why: `Its header speaks of ${messages.toLocaleString('en')} messages and ${revisions.toLocaleString('en')} revisions.`,
    fix: FIX,
  });
}

function refused(line: number, why: string, cause?: unknown): SessionImportError {
  return new SessionImportError({
    what: `Line ${line} is damaged.`,
    why: `${why}.`,
    fix: FIX,
    cause,
  });
}

const FIX = 'Export the session again: hermes sessions export ID --out FILE';
