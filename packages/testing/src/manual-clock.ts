import type { Clock } from '@hermes-context/contract';

/** A clock that stands still until it is told to move. */
export interface ManualClock extends Clock {
  /** Move by so many milliseconds. A negative amount sets the clock back, as real hosts' clocks are at times. */
  advance(ms: number): void;
}

/** A clock for tests. Starts at `startMs`, in milliseconds since 1970: 1 December 2026 unless told otherwise. */
export function manualClock(startMs: number = Date.UTC(2026, 11, 1)): ManualClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance(ms) {
      if (!Number.isInteger(ms))
        throw new RangeError(`manualClock: cannot advance by ${ms}. Time is whole milliseconds.`);
      nowMs += ms;
    },
  };
}
