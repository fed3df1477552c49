import { setImmediate as nextTick } from 'node:timers/promises';

/** Repetitions: as many as fit this time, within bounds. */
const BUDGET_MS = 600;
const FEWEST = 3;
const MOST = 101;

/** Median of the milliseconds that some work takes. What takes little is done the more often. */
export async function medianMs(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let spent = 0; times.length < FEWEST || (times.length < MOST && spent < BUDGET_MS); ) {
    await nextTick(); // one call of a tool does not follow upon the other in one go
    const ms = await onceMs(work);
    times.push(ms);
    spent += ms;
  }
  return quantileOf(times, 0.5);
}

/** Milliseconds that some work takes this time. */
export async function onceMs(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** The value below which so large a share of all lies. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
