const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Further back, a date says more than a number of days. */
const MAX_DAYS = 30;

/**
 * How long ago something was, as a person says it: `just now`, `5 min ago`, `3 h ago`, `2 days ago`, and the date in UTC
 * beyond a month. What lies ahead, because a clock was wrong, is told by its date too. Pure.
 */
export function relativeTime(atMs: number, nowMs: number): string {
  const ageMs = nowMs - atMs;
  if (Math.abs(ageMs) < MINUTE_MS) return 'just now';
  if (ageMs < 0 || ageMs >= MAX_DAYS * DAY_MS) return dateOf(atMs);
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min ago`;
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h ago`;
  const days = Math.floor(ageMs / DAY_MS);
  return days === 1 ? '1 day ago' : `${days} days ago`;
}

/** A length of time with the unit that fits it: `250 ms`, `4.2 s`, `3 min`, `5 h`, `2 days`. Pure. */
export function duration(ms: number): string {
  if (ms < SECOND_MS) return `${Math.round(ms)} ms`;
  if (ms < 10 * SECOND_MS) return `${(ms / SECOND_MS).toFixed(1)} s`;
  if (ms < MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.floor(ms / DAY_MS)} days`;
}

/** A moment as ISO 8601 in UTC; what no calendar holds, as its number. */
export function isoTime(atMs: number): string {
  return Number.isNaN(new Date(atMs).getTime()) ? String(atMs) : new Date(atMs).toISOString();
}

function dateOf(atMs: number): string {
  return isoTime(atMs).slice(0, 10);
}
