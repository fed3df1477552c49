import type { Io } from '../io.ts';

/** One line that says what is going on, while it is. */
export interface Progress {
  show(text: string): void;
  /** Take the line away. */
  end(): void;
}

/** How often the line changes at most, so that a fast stream does not flood the terminal. */
const MIN_INTERVAL_MS = 100;

const CLEAR_LINE = '\r\u001b[2K';

/** A progress line on a terminal; nothing at all in a pipe. */
export function createProgress(io: Io): Progress {
  if (!io.isTerminal) return { show: () => undefined, end: () => undefined };
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show(text) {
      const now = performance.now();
      if (now - shownAt < MIN_INTERVAL_MS) return;
      shownAt = now;
      io.err(`${CLEAR_LINE}${text} …`);
    },
    end: () => io.err(CLEAR_LINE),
  };
}
