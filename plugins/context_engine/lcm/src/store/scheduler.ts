import type { Handlers, LongHandlers } from './handlers.ts';
import type { LongOp, PostedAnswer, StoreOp, StoreRequest } from './protocol.ts';
import { failureOf } from './store-failure.ts';
import type { Task } from './task.ts';

/** Quiet before spare time begins, in milliseconds: a turn's calls come one after the other. */
const QUIET_MS = 20;

/** What the thread works with. */
export interface Workplace {
  readonly location: string;
  readonly handlers: Handlers;
  readonly longHandlers: LongHandlers;
  readonly spareTime: () => Task<void>;
  readonly close: () => void;
  /** Told once the file is closed: nothing more is served here. */
  readonly end: () => void;
}

interface Running {
  readonly request: StoreRequest;
  readonly task: Task<unknown>;
}

/**
 * Serves requests in the order in which they come. Long ones go on in slices, taking turns, and whatever comes in
 * meanwhile is served between two slices. With nothing to do for a moment, a slice of spare time.
 */
export class Scheduler {
  readonly #place: Workplace;
  readonly #post: (answer: PostedAnswer) => void;
  readonly #tasks: Running[] = [];
  #spare: Task<void> | undefined;
  #closing: StoreRequest | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStepping = false;
  /** Whether something may have been written since the spare time's work began. */
  #isStale = false;

  constructor(place: Workplace, post: (answer: PostedAnswer) => void) {
    this.#place = place;
    this.#post = post;
    this.#rest();
  }

  accept(request: StoreRequest): void {
    if (request.op === 'close') this.#closing = request;
    else if (isLong(request)) this.#begin(request);
    else if (isShort(request)) this.#answer(request, () => this.#serve(request));
    this.#step();
  }

  #serve<Op extends Exclude<StoreOp, LongOp>>({ op, args, now }: StoreRequest<Op>): unknown {
    return this.#place.handlers[op](args, now);
  }

  #begin<Op extends Exclude<LongOp, 'close'>>(request: StoreRequest<Op>): void {
    try {
      this.#tasks.push({ request, task: this.#place.longHandlers[request.op](request.args) });
    } catch (error) {
      this.#fail(request, error);
    }
  }

  #step(): void {
    if (this.#isStepping) return;
    if (this.#tasks.length === 0) {
      this.#finish();
      return;
    }
    this.#isStepping = true;
    setImmediate(() => {
      this.#isStepping = false;
      this.#slice();
      this.#step();
    });
  }

  #slice(): void {
    const running = this.#tasks.shift();
    if (running === undefined) return;
    try {
      const { done, value } = running.task.next();
      if (done !== true) this.#tasks.push(running);
      else this.#post({ id: running.request.id, op: running.request.op, kind: 'result', result: value });
    } catch (error) {
      this.#fail(running.request, error);
    }
  }

  #finish(): void {
    const closing = this.#closing;
    if (closing === undefined) {
      this.#rest();
      return;
    }
    clearTimeout(this.#timer);
    this.#answer(closing, () => {
      this.#place.close();
      return null;
    });
    this.#place.end();
  }

  /** Wait for quiet; then go on with what spare time there is, until the next request. */
  #rest(): void {
    clearTimeout(this.#timer);
    this.#isStale = true;
    this.#timer = setTimeout(() => this.#spareSlice(), QUIET_MS);
  }

  #spareSlice(): void {
    if (this.#tasks.length > 0 || this.#closing !== undefined) return;
    if (this.#spare === undefined) {
      if (!this.#isStale) return;
      this.#isStale = false;
      this.#spare = this.#place.spareTime();
    }
    try {
      if (this.#spare.next().done === true) this.#spare = undefined;
      this.#timer = setTimeout(() => this.#spareSlice(), 0);
    } catch {
      this.#spare = undefined; // another process is writing, or the disk is full: again after the next request
    }
  }

  #answer(request: StoreRequest, work: () => unknown): void {
    try {
      this.#post({ id: request.id, op: request.op, kind: 'result', result: work() });
    } catch (error) {
      this.#fail(request, error);
    }
  }

  #fail({ id, op }: StoreRequest, error: unknown): void {
    this.#post({ id, op, kind: 'failure', failure: failureOf(error, this.#place.location) });
  }
}

const LONG: ReadonlySet<StoreOp> = new Set<LongOp>(['grep', 'verify', 'indexAll', 'tidy', 'close']);

function isLong(request: StoreRequest): request is StoreRequest<Exclude<LongOp, 'close'>> {
  return LONG.has(request.op) && request.op !== 'close';
}

function isShort(request: StoreRequest): request is StoreRequest<Exclude<StoreOp, LongOp>> {
  return !LONG.has(request.op);
}
