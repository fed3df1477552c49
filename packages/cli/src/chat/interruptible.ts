/** Work that a person may stop: told once, it should end; told twice, it is left alone. */
export interface Interruptible {
  /** @returns The result of the work; `undefined` when it was left alone. */
  run<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value | undefined>;
  /** Stop what runs. @returns Whether anything ran. */
  interrupt(): boolean;
}

/** One piece of work at a time. */
export function createInterruptible(): Interruptible {
  let running: { readonly stop: AbortController; readonly leave: () => void } | undefined;
  return {
    async run(work) {
      const stop = new AbortController();
      const left = Promise.withResolvers<undefined>();
      running = { stop, leave: () => left.resolve(undefined) };
      try {
        return await Promise.race([work(stop.signal), left.promise]);
      } finally {
        running = undefined;
      }
    },
    interrupt() {
      if (running === undefined) return false;
      if (running.stop.signal.aborted) running.leave();
      else running.stop.abort();
      return true;
    },
  };
}
