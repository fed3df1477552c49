/** How long a call counts, in milliseconds. */
const WINDOW_MS = 600_000;
/** Failures in a row after which the model is left alone for a while. */
const MOST_FAILURES = 3;
const PAUSE_MS = 300_000;

/** What the guard allows, for a status page. */
export interface GuardState {
  readonly callsInWindow: number;
  readonly failuresInRow: number;
  /** Why no model is asked now; absent while one may be. */
  readonly closed?: string;
}

/** Bounds what summaries cost: so many calls in ten minutes, and a pause after failures in a row. Both end by themselves. */
export class SpendGuard {
  readonly #maxCalls: number;
  readonly #now: () => number;
  #calls: readonly number[] = [];
  #failures = 0;
  #failedAt = 0;

  constructor(maxCalls: number, now: () => number) {
    this.#maxCalls = maxCalls;
    this.#now = now;
  }

  state(): GuardState {
    const now = this.#now();
    const callsInWindow = this.#calls.filter((at) => now - at < WINDOW_MS).length;
    const closed = this.#reason(callsInWindow, now);
    return { callsInWindow, failuresInRow: this.#failures, ...(closed === undefined ? {} : { closed }) };
  }

  /** Count a call that is about to be made. */
  spend(): void {
    const now = this.#now();
    this.#calls = [...this.#calls.filter((at) => now - at < WINDOW_MS), now];
  }

  /** Learn how it ended. */
  settle(isSummary: boolean): void {
    this.#failures = isSummary ? 0 : this.#failures + 1;
    if (!isSummary) this.#failedAt = this.#now();
  }

  #reason(callsInWindow: number, now: number): string | undefined {
    if (callsInWindow >= this.#maxCalls)
      return `${callsInWindow} summaries were asked for in ten minutes, and max_summary_calls is ${this.#maxCalls}`;
    const isPausing = this.#failures >= MOST_FAILURES && now - this.#failedAt < PAUSE_MS;
    return isPausing
      ? `the last ${this.#failures} summaries failed; the next one is asked for five minutes later`
      : undefined;
  }
}
