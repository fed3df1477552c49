import { type PerformanceEntry, PerformanceObserver, performance } from 'node:perf_hooks';

/** Stretches that are told apart by their garbage collections; shorter ones are counted alone. */
const NOTED_MS = 5;

/** What the loop was held for, in milliseconds. */
export interface LoopFigures {
  /** Longest stretch of work in one go, collections of garbage taken out. */
  readonly heldMs: number;
  /** The same with them. */
  readonly heldWithGcMs: number;
  /** Longest time between two looks at the clock: what the machine's other programs took is in it. */
  readonly gapMs: number;
  /** Longest collection of garbage on the main thread. */
  readonly gcMs: number;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly workMs: number;
}

/**
 * Looks every millisecond how much the main thread has worked since the last look. Work is time of a processor: on a
 * machine that others use too, a thread that waits for its turn is not one that holds the loop.
 */
export class LoopProbe {
  readonly #stretches: Stretch[] = [];
  readonly #collections: { readonly from: number; readonly to: number }[] = [];
  readonly #observer = new PerformanceObserver((list) => this.#note(list.getEntries()));
  #timer: NodeJS.Timeout | undefined;
  #at = 0;
  #workedMs = 0;
  #longest = { workMs: 0, gapMs: 0 };

  /** Begin to look; what was found before is kept. */
  start(): void {
    this.#observer.observe({ entryTypes: ['gc'] });
    this.#reset();
    this.#timer = setInterval(() => this.#look(), 1).unref();
  }

  /** Look no more until the next start. */
  pause(): void {
    this.#look();
    clearInterval(this.#timer);
    this.#note(this.#observer.takeRecords());
    this.#observer.disconnect();
  }

  /** Do what is the bench's own work, such as making up messages: what it takes is not counted. */
  leaveOut<Result>(work: () => Result): Result {
    this.#look();
    const result = work();
    this.#reset();
    return result;
  }

  /** What was found since the last time this was asked. */
  take(): LoopFigures {
    const held = this.#stretches.map((stretch) => stretch.workMs - this.#collectedIn(stretch));
    const figures = {
      heldMs: Math.max(Math.min(this.#longest.workMs, NOTED_MS), ...held),
      heldWithGcMs: this.#longest.workMs,
      gapMs: this.#longest.gapMs,
      gcMs: Math.max(0, ...this.#collections.map(({ from, to }) => to - from)),
    };
    this.#stretches.length = 0;
    this.#collections.length = 0;
    this.#longest = { workMs: 0, gapMs: 0 };
    return figures;
  }

  #reset(): void {
    this.#at = performance.now();
    this.#workedMs = threadMs();
  }

  #look(): void {
    const [from, workedMs] = [this.#at, this.#workedMs];
    this.#reset();
    const workMs = this.#workedMs - workedMs;
    const gapMs = this.#at - from;
    this.#longest = { workMs: Math.max(this.#longest.workMs, workMs), gapMs: Math.max(this.#longest.gapMs, gapMs) };
    if (workMs > NOTED_MS) this.#stretches.push({ from, to: this.#at, workMs });
  }

  #note(entries: readonly PerformanceEntry[]): void {
    for (const { startTime, duration } of entries) {
      if (duration > 1) this.#collections.push({ from: startTime, to: startTime + duration });
    }
  }

  #collectedIn({ from, to }: Stretch): number {
    return this.#collections
      .map((each) => Math.max(0, Math.min(to, each.to) - Math.max(from, each.from)))
      .reduce((sum, ms) => sum + ms, 0);
  }
}

/** Milliseconds that the calling thread has had a processor so far, for itself and for what it asked of the system. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
