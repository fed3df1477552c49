import type { Messages } from '@hermes-context/contract';

/** One thing to time: what it works on is made anew for each run, off the clock. */
export interface Task {
  prepare(): Messages;
  work(list: Messages): unknown;
}

/**
 * Milliseconds of the fastest of several runs of each task, in their order: what the work costs when nothing else
 * interferes. The tasks take turns, so that a busy moment of the machine hits all of them alike.
 */
export async function fastestOf(
  tasks: readonly Task[],
  { runs }: { readonly runs: number },
): Promise<readonly number[]> {
  const fastest = tasks.map(() => Number.POSITIVE_INFINITY);
  for (let run = 0; run < runs; run += 1) {
    for (const [index, task] of tasks.entries()) {
      fastest[index] = Math.min(fastest[index] ?? Number.POSITIVE_INFINITY, await timeOnce(task));
    }
  }
  return fastest;
}

async function timeOnce({ prepare, work }: Task): Promise<number> {
  const list = prepare();
  globalThis.gc?.(); // what was prepared must not be collected on the clock
  const started = performance.now();
  await work(list);
  return performance.now() - started;
}
