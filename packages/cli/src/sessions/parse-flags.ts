import { quoteArgument } from '../engine/shell-words.ts';
import { UsageError } from '../usage-error.ts';

/** A whole number of the command line. */
export interface NumberFlag {
  /** As it is written: `--limit`. */
  readonly option: string;
  /** Default 1. */
  readonly min?: number;
  readonly max: number;
}

/** A whole number within its bounds; nothing where there is no text. @throws UsageError for anything else. */
export function parseCount(text: string | undefined, { option, min = 1, max }: NumberFlag): number | undefined {
  if (text === undefined) return undefined;
  const count = /^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (count >= min && count <= max) return count;
  const bounds = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `from ${min} to ${max.toLocaleString('en-US')}`;
  throw new UsageError({
    what: `${option} is ${quoteArgument(text)}.`,
    why: `It is a whole number, ${bounds}.`,
    fix: `Write it in digits, such as ${option} ${Math.min(max, Math.max(min, 20))}.`,
  });
}

/** Date and time of ISO 8601, with the zone it is meant in. Source: RFC 3339, section 5.6. */
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;

/**
 * A moment in milliseconds since 1970; nothing where there is no text.
 *
 * @throws UsageError for one without a zone, which would mean another moment on another machine, or that no calendar has.
 */
export function parseMoment(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  const written = text.trim();
  const atMs = MOMENT.test(written)
    ? Date.parse(written.toUpperCase().replace(' ', 'T').replace(',', '.'))
    : Number.NaN;
  if (!Number.isNaN(atMs) && isInCalendar(written)) return atMs;
  throw new UsageError({
    what: `${option} is ${quoteArgument(text)}.`,
    why: 'It is a date and a time with its zone, in ISO 8601; without the zone nobody knows when that was.',
    fix: `Write it as ${option} 2031-05-20T14:30:00Z, or with an offset: 2031-05-20T16:30:00+02:00.`,
  });
}

/** `Date.parse` takes the 30th of February for the 2nd of March. */
function isInCalendar(text: string): boolean {
  const day = text.slice(0, 10);
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
}

/** The value, if it is one of those that there are. @throws UsageError for any other. */
export function parseChoice<Choice extends string>(
  text: string,
  { option, choices }: { readonly option: string; readonly choices: readonly Choice[] },
): Choice {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  throw new UsageError({
    what: `${option} is ${quoteArgument(text)}.`,
    why: `It is one of ${choices.join(', ')}.`,
    fix: `Write it as ${option} ${choices[0]}.`,
  });
}
