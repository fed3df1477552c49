/** What failed compactions leave behind: when the next automatic one may start. JSON, kept with the session. */
export interface FailureRecord {
  /** Failures in a row. */
  readonly failures: number;
  /** When the last one was: milliseconds since 1970 in UTC. */
  readonly at: number;
  /** What went wrong, one sentence. */
  readonly detail: string;
}

/** Wait after the first, the second, and every further failure in a row, in milliseconds. */
const COOLDOWNS_MS = [60_000, 300_000, 900_000] as const;
const LONGEST_MS = 900_000;

/** The record after one more failure. */
export function afterFailure(
  record: FailureRecord | undefined,
  { now, detail }: { readonly now: number; readonly detail: string },
): FailureRecord {
  return { failures: (record?.failures ?? 0) + 1, at: now, detail };
}

/**
 * Time left until the next automatic try, in milliseconds; `undefined` when there is none to wait for. A clock that was
 * set ends the wait, back too: it would last until the clock has caught up, and one try too early costs little.
 */
export function cooldownLeft(record: FailureRecord | undefined, now: number): number | undefined {
  if (record === undefined) return undefined;
  const wait = COOLDOWNS_MS[record.failures - 1] ?? LONGEST_MS;
  const passed = now - record.at;
  return passed >= 0 && passed < wait ? wait - passed : undefined;
}
