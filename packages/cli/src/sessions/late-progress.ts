import { createProgress, type Progress } from '../compress/progress.ts';
import type { Io } from '../io.ts';

/** What is done sooner needs no line that comes and goes. */
const QUIET_MS = 1_000;

/** A progress line for what takes long; nothing in a pipe, and nothing in the first second. */
export function lateProgress(io: Io): Progress {
  const progress = createProgress(io);
  const startedAt = performance.now();
  let isShown = false;
  return {
    show(text) {
      if (performance.now() - startedAt < QUIET_MS) return;
      isShown = true;
      progress.show(text);
    },
    end() {
      if (isShown) progress.end();
    },
  };
}
