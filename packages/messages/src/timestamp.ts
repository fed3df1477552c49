import type { Message } from '@hermes-context/contract';

/** Figures below this are seconds since 1970, above it milliseconds: as seconds it is the year 5138, as milliseconds March 1973. */
const SECONDS_LIMIT = 100_000_000_000;

/** Milliseconds since 1970 in UTC at which a message was noted, from its `timestamp` field. Unknown where that says nothing. */
export function timestampOf(message: Message): number | undefined {
  const value: unknown = 'timestamp' in message ? message.timestamp : undefined;
  const date = new Date(typeof value === 'string' ? value : toMilliseconds(value));
  return Number.isNaN(date.getTime()) ? undefined : date.getTime();
}

/** Not a number for what is none; figures that no date can have, such as nanoseconds, stay what they are. */
function toMilliseconds(value: unknown): number {
  if (typeof value !== 'number') return Number.NaN;
  return value < SECONDS_LIMIT ? value * 1_000 : value;
}

/**
 * A moment as ISO 8601 in a time zone, offset written out: `2031-03-30T07:15:00+05:45`.
 *
 * @param timeZone - An IANA name such as `Asia/Kathmandu`.
 * @throws RangeError for a zone that does not exist.
 */
export function formatInZone(atMs: number, timeZone: string): string {
  const formatter = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  });
  const part = new Map(formatter.formatToParts(atMs).map(({ type, value }) => [type, value]));
  const get = (type: Intl.DateTimeFormatPartTypes): string => part.get(type) ?? '';
  const offset = get('timeZoneName').replace('GMT', '');
  return `${get('year')}-${get('month')}-${get('day')}T${get('hour')}:${get('minute')}:${get('second')}${offset === '' ? '+00:00' : offset}`;
}
