import type { CompressOutcome, CompressRequest, ContextEngine } from '@hermes-context/contract';
import { disposeEngine } from '../dispose-engine.ts';
import { askPart } from './ask-part.ts';
import { type CompositionServices, SYSTEM_CLOCK } from './composition-services.ts';
import { identifierOf, type NamedEngine } from './named-engine.ts';
import { measureList, type ShadowReport, sideOf, sideOfPrimary } from './shadow-report.ts';
import type { Troubles } from './troubles.ts';

/** How to run a candidate beside the engine in use. */
export interface ShadowOptions extends CompositionServices {
  /** How long a run of the candidate may take, in milliseconds. Default 300,000. */
  readonly timeoutMs?: number;
  /** Told after each run of the candidate. What it throws is noted in the log, and harms nobody. */
  readonly onReport?: (report: ShadowReport) => void;
}

/** Notices that wait while the candidate runs. Beyond that it misses some, rather than fill the memory. */
const MAX_WAITING_COUNT = 1_000;

/** What the primary did, for the candidate to be compared with. */
export interface PrimaryRun {
  readonly request: CompressRequest;
  /** `undefined`: it threw. */
  readonly outcome: CompressOutcome | undefined;
  readonly ms: number;
}

/** Runs the candidate when nobody waits: one thing at a time, each in a turn of the event loop of its own. */
export class ShadowRun {
  readonly #candidate: NamedEngine;
  readonly #options: ShadowOptions;
  readonly #troubles: Troubles;
  readonly #stop = new AbortController();
  readonly #counts = { runs: 0, skipped: 0, failed: 0, smaller: 0, missedNotices: 0 };
  #last: Promise<void> = Promise.resolve();
  #waitingCount = 0;
  #isRunning = false;

  constructor(candidate: NamedEngine, options: ShadowOptions & { readonly troubles: Troubles }) {
    this.#candidate = candidate;
    this.#options = options;
    this.#troubles = options.troubles;
  }

  /** Tell the candidate something, behind what it is doing now. */
  tell(member: string, call: (engine: ContextEngine) => unknown): void {
    if (this.#waitingCount >= MAX_WAITING_COUNT) {
      this.#counts.missedNotices += 1;
      return;
    }
    const { name, engine } = this.#candidate;
    this.#enqueue(async () => {
      this.#troubles.guard(name, { member, call: () => call(engine) });
    });
  }

  /** Let the candidate do what the primary just did, unless it is still busy with the last time. */
  start(primary: PrimaryRun): void {
    if (this.#isRunning || this.#stop.signal.aborted) {
      this.#counts.skipped += 1;
      return;
    }
    this.#isRunning = true;
    this.#enqueue(async () => {
      try {
        await this.#run(primary);
      } finally {
        this.#isRunning = false;
      }
    });
  }

  /** Figures for a status page, under the candidate's name. */
  counters(): Readonly<Record<string, number>> {
    const prefix = identifierOf(this.#candidate.name);
    return Object.fromEntries(Object.entries(this.#counts).map(([name, count]) => [`${prefix}.${name}`, count]));
  }

  /** Abort what runs, and let the candidate release what it holds. Never throws. */
  async dispose(): Promise<void> {
    this.#stop.abort(new DOMException('The session has ended.', 'AbortError'));
    await this.#last;
    const disposal = await disposeEngine(this.#candidate.engine);
    if (disposal.kind === 'failed') this.#troubles.tell('candidate-not-disposed', { part: this.#candidate.name });
  }

  #enqueue(run: () => Promise<void>): void {
    this.#waitingCount += 1;
    this.#last = this.#last.then(async () => {
      // Once the session has ended nobody waits for what is left, however much it is.
      if (!this.#stop.signal.aborted) await laterTurn();
      this.#waitingCount -= 1;
      if (!this.#stop.signal.aborted) await run();
    });
  }

  async #run({ request, outcome, ms }: PrimaryRun): Promise<void> {
    const { messages, pins } = request;
    const { timeoutMs, clock = SYSTEM_CLOCK } = this.#options;
    const { name, engine } = this.#candidate;
    const start = clock.now();
    const asked = askPart(engine, { ...request, signal: this.#stop.signal }, timeoutMs);
    const answer = await asked.catch(() => undefined); // the session ended: nobody wants to know any more
    if (answer === undefined) return;
    if (answer.kind === 'failed') this.#troubles.skipped(name, answer);
    const report: ShadowReport = {
      before: measureList(messages),
      primary: sideOfPrimary(outcome, { messages, pins, ms }),
      candidate: sideOf(answer, { messages, ms: clock.now() - start }),
    };
    this.#count(report);
    this.#troubles.guard('onReport', { member: 'onReport', call: () => this.#options.onReport?.(report) });
  }

  #count({ primary, candidate }: ShadowReport): void {
    this.#counts.runs += 1;
    if (candidate.outcome === 'failed') this.#counts.failed += 1;
    const [ours, theirs] = [primary.after?.tokens, candidate.after?.tokens];
    if (ours !== undefined && theirs !== undefined && theirs < ours) this.#counts.smaller += 1;
  }
}

/** After what the host does next with the primary's answer. */
function laterTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
