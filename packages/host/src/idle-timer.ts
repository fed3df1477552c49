/** The longest that Node can wait, 24 days; it takes anything longer for 1 ms. */
const LONGEST_MS = 2 ** 31 - 1;

/** Calls once after a quiet time, unless something happens before. Keeps no process alive. */
export class IdleTimer {
  readonly #ms: number;
  readonly #onIdle: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;

  /** @param ms - 0 for never; so are times that no timer can wait for, such as `Infinity`. */
  constructor(ms: number, onIdle: () => Promise<void>) {
    this.#ms = ms;
    this.#onIdle = onIdle;
  }

  start(): void {
    this.stop();
    if (!(this.#ms > 0 && this.#ms <= LONGEST_MS)) return;
    this.#timer = setTimeout(() => void this.#onIdle(), this.#ms);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
