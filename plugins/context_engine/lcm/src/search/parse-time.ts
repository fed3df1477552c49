/** A time with its zone: a date, an hour, and `Z` or an offset. */
const TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** Why a text is no point in time. */
export type TimeProblem = 'no-time' | 'no-zone';

/** Milliseconds of the epoch for a time with a zone; without one it could be any of a day's. */
export function parseTime(text: string): number | TimeProblem {
  const [, year, month, day] = TIME.exec(text.trim()) ?? [];
  const time = year === undefined ? Number.NaN : Date.parse(withColon(text.trim()));
  if (!Number.isNaN(time) && isDay(Number(year), Number(month), Number(day))) return time;
  return /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$/.test(text.trim()) ? 'no-zone' : 'no-time';
}

function withColon(text: string): string {
  return text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
}

/** Dates that no month has are taken for days of the next one elsewhere. */
function isDay(year: number, month: number, day: number): boolean {
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}
