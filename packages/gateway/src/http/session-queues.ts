import { GatewayBusyError, GatewayClosingError, GatewayStoppedError, type StopReason } from './gateway-errors.ts';

/** After their signal, turns get so long to store what was said. */
const STOP_MS = 5_000;

/** One piece of work for a session. */
export interface Job {
  /** Must not reject. */
  run(signal: AbortSignal): Promise<void>;
  /** It will not run. */
  refuse(reason: GatewayStoppedError | GatewayClosingError): void;
}

/** A job that was taken. */
export interface Place {
  /** Jobs of the same session that come before it. */
  readonly ahead: number;
  /** Stop it if it runs; take it out if it waits. */
  cancel(reason: StopReason): void;
}

/** How much may be open. */
export interface QueueBounds {
  readonly maxWaitingPerSession: number;
  readonly maxOpenTurns: number;
}

interface Line {
  readonly waiting: Job[];
  running: { readonly job: Job; readonly abort: AbortController };
}

/** The work of each session, one piece at a time, in the order it came. Sessions do not wait for each other. */
export class SessionQueues {
  readonly #bounds: QueueBounds;
  readonly #lines = new Map<string, Line>();
  readonly #running = new Set<Promise<void>>();
  #openCount = 0;
  #isClosing = false;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** @throws GatewayBusyError | GatewayClosingError - When it is not taken. */
  add(key: string, job: Job): Place {
    if (this.#isClosing) throw new GatewayClosingError();
    const { maxOpenTurns, maxWaitingPerSession } = this.#bounds;
    if (this.#openCount >= maxOpenTurns) throw new GatewayBusyError({ of: 'gateway', max: maxOpenTurns });
    const line = this.#lines.get(key);
    if (line !== undefined && line.waiting.length >= maxWaitingPerSession) {
      throw new GatewayBusyError({ of: 'session', max: maxWaitingPerSession });
    }
    this.#openCount += 1;
    const ahead = line === undefined ? 0 : line.waiting.length + 1;
    if (line === undefined) this.#begin(key, job);
    else line.waiting.push(job);
    return { ahead, cancel: (reason) => this.#cancel(key, job, reason) };
  }

  /** Stop what runs for this session; what waits comes next. @returns Whether something ran. */
  stop(key: string): boolean {
    const line = this.#lines.get(key);
    line?.running.abort.abort(new GatewayStoppedError('asked'));
    return line !== undefined;
  }

  stateOf(key: string): { readonly isRunning: boolean; readonly waiting: number } {
    const line = this.#lines.get(key);
    return { isRunning: line !== undefined, waiting: line?.waiting.length ?? 0 };
  }

  /** Take nothing more, refuse what waits, and give what runs so long before it is stopped. May be called again. */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    for (const { waiting } of this.#lines.values()) {
      for (const job of waiting.splice(0)) {
        this.#openCount -= 1;
        job.refuse(new GatewayClosingError());
      }
    }
    await this.#idle(graceMs);
    for (const { running } of this.#lines.values()) running.abort.abort(new GatewayStoppedError('closing'));
    await this.#idle(STOP_MS);
  }

  #begin(key: string, job: Job): void {
    const abort = new AbortController();
    const line = this.#lines.get(key);
    if (line === undefined) this.#lines.set(key, { waiting: [], running: { job, abort } });
    else line.running = { job, abort };
    // Later, so that whoever added it is told of its place first.
    const run = Promise.resolve()
      .then(() => job.run(abort.signal))
      .finally(() => {
        this.#running.delete(run);
        this.#end(key);
      });
    this.#running.add(run);
  }

  #end(key: string): void {
    this.#openCount -= 1;
    const next = this.#lines.get(key)?.waiting.shift();
    if (next === undefined) this.#lines.delete(key);
    else this.#begin(key, next);
  }

  #cancel(key: string, job: Job, reason: StopReason): void {
    const line = this.#lines.get(key);
    if (line === undefined) return;
    if (line.running.job === job) {
      line.running.abort.abort(new GatewayStoppedError(reason));
      return;
    }
    const at = line.waiting.indexOf(job);
    if (at === -1) return;
    line.waiting.splice(at, 1);
    this.#openCount -= 1;
    job.refuse(new GatewayStoppedError(reason));
  }

  /** Until nothing runs, for so long at most. */
  async #idle(waitMs: number): Promise<void> {
    if (this.#running.size === 0) return;
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, waitMs);
    await Promise.race([Promise.all(this.#running), patience.promise]);
    clearTimeout(timer);
  }
}
