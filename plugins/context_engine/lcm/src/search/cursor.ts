import { createHash } from 'node:crypto';
import type { GrepRequest, GrepRun } from './grep-types.ts';

/** How far a listing has come. */
export interface ListingPosition {
  /** The highest row when the search began: later ones are not looked at. */
  readonly high: number;
  /** By id, the last row that was looked at; by rank, how many hits were given. */
  readonly at: number;
  /** Hits up to there. */
  readonly seen: number;
}

/** How far a search has come. */
export interface SearchPosition {
  readonly isRelaxed: boolean;
  readonly messages: ListingPosition | undefined;
  readonly summaries: ListingPosition | undefined;
}

const VERSION = 'g1';
const NONE = '-';

/** A position as a short text that the next call gives back. */
export function writeCursor(mark: string, { isRelaxed, messages, summaries }: SearchPosition): string {
  return [VERSION, mark, isRelaxed ? '1' : '0', ...numbersOf(messages), ...numbersOf(summaries)].join('.');
}

/** The position in a cursor; what is wrong with it, if something is. */
export function readCursor(cursor: string, mark: string): SearchPosition | 'malformed' | 'of-another' {
  const [version, writtenMark, relaxed, ...numbers] = cursor.split('.');
  const messages = positionOf(numbers.slice(0, 3));
  const summaries = positionOf(numbers.slice(3));
  const isWhole = version === VERSION && (relaxed === '0' || relaxed === '1') && numbers.length === 6;
  if (!isWhole || messages === 'malformed' || summaries === 'malformed') return 'malformed';
  return writtenMark === mark ? { isRelaxed: relaxed === '1', messages, summaries } : 'of-another';
}

/** What makes two requests the same search; how its pages are cut and shown may change. */
export function markOf(request: GrepRequest, { sessionId, fileChars }: GrepRun): string {
  const {
    pattern,
    mode,
    in: target,
    within,
    roles,
    toolNames,
    since,
    until,
    includeAbandoned,
    case: cased,
    sort,
  } = request;
  const what = [pattern, mode, target, within, roles, toolNames, since, until, includeAbandoned, cased, sort];
  return createHash('sha256')
    .update(JSON.stringify([what, sessionId, fileChars]))
    .digest('base64url')
    .slice(0, 8);
}

const RADIX = 36;

function numbersOf(position: ListingPosition | undefined): readonly string[] {
  if (position === undefined) return [NONE, NONE, NONE];
  return [position.high, position.at, position.seen].map((number) => number.toString(RADIX));
}

function positionOf(written: readonly string[]): ListingPosition | undefined | 'malformed' {
  if (written.every((each) => each === NONE)) return undefined;
  const numbers = written.map((each) => (/^[0-9a-z]{1,11}$/.test(each) ? Number.parseInt(each, RADIX) : Number.NaN));
  const [high = Number.NaN, at = Number.NaN, seen = Number.NaN] = numbers;
  return [high, at, seen].every(Number.isSafeInteger) ? { high, at, seen } : 'malformed';
}
