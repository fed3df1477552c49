import { PreconditionFailure } from 'fast-check';

/** Waits for an engine, but not for ever. */
export interface Deadline {
  /** The answer, in time. @throws Error that says what was waited for, and how long. */
  wait<Answer>(what: string, answer: Answer | PromiseLike<Answer>): Promise<Answer>;
}

/** So many answers are waited for in vain by one check; what is tried after them proves nothing new. */
const MAX_HANGS = 5;
/** Once an engine has hung, waiting as long again for the next answer would only take time. */
const PATIENCE_AFTER_HANG_RATIO = 0.1;

/** A deadline for each answer of the engine that one check looks at. */
export function createDeadline(patienceMs: number): Deadline {
  let hangCount = 0;
  return {
    async wait(what, answer) {
      if (hangCount >= MAX_HANGS) throw new PreconditionFailure();
      const limitMs = Math.ceil(hangCount === 0 ? patienceMs : patienceMs * PATIENCE_AFTER_HANG_RATIO);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          hangCount += 1;
          reject(new Error(`${what} did not answer within ${limitMs.toLocaleString('en-US')} ms.`));
        }, limitMs);
      });
      try {
        return await Promise.race([answer, late]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
