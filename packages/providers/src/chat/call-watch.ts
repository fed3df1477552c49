/** Longest time for one answer, silent or not: a server that keeps a line alive for ever must not hold a turn. */
export const CALL_CEILING_MS = 3_600_000;

/** Largest response that is read, in bytes: the longest answers of today take a tenth of it. */
const MAX_RESPONSE_BYTES = 32_000_000;

/** Why a watch ended its call. */
export type WatchVerdict = 'idle' | 'ceiling' | 'too-large';

/**
 * Ends a call that has gone silent, takes too long or sends too much, or that its caller aborts. Counts bytes, not
 * events: the comments with which a server keeps a stream alive are a sign of life.
 */
export class CallWatch implements Disposable {
  readonly #controller = new AbortController();
  readonly #idleTimeoutMs: number;
  readonly #caller: AbortSignal;
  readonly #onCallerAbort = (): void => this.#controller.abort(this.#caller.reason);
  readonly #ceiling: NodeJS.Timeout;
  #idle: NodeJS.Timeout;
  #receivedBytes = 0;
  #verdict: WatchVerdict | undefined;

  constructor(caller: AbortSignal, idleTimeoutMs: number) {
    this.#caller = caller;
    this.#idleTimeoutMs = idleTimeoutMs;
    this.#ceiling = setTimeout(() => this.#end('ceiling'), CALL_CEILING_MS);
    this.#idle = this.#startIdle();
    caller.addEventListener('abort', this.#onCallerAbort, { once: true });
    if (caller.aborted) this.#onCallerAbort();
  }

  /** Aborts when the call must end, for whatever reason. */
  get controller(): AbortController {
    return this.#controller;
  }

  /** Why the watch ended the call; `undefined` where it did not. */
  get verdict(): WatchVerdict | undefined {
    return this.#verdict;
  }

  /** The same body, watched. */
  watchBody(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const tap = new TransformStream<Uint8Array, Uint8Array>({
      transform: (bytes, output) => {
        this.#receive(bytes.byteLength);
        output.enqueue(bytes);
      },
    });
    return body.pipeThrough(tap);
  }

  /** The call is over, and so is what it left open; timers would keep the process alive. */
  [Symbol.dispose](): void {
    clearTimeout(this.#ceiling);
    clearTimeout(this.#idle);
    this.#caller.removeEventListener('abort', this.#onCallerAbort);
    this.#controller.abort();
  }

  #receive(bytes: number): void {
    this.#receivedBytes += bytes;
    clearTimeout(this.#idle);
    if (this.#receivedBytes > MAX_RESPONSE_BYTES) this.#end('too-large');
    else this.#idle = this.#startIdle();
  }

  #startIdle(): NodeJS.Timeout {
    return setTimeout(() => this.#end('idle'), this.#idleTimeoutMs);
  }

  #end(verdict: WatchVerdict): void {
    this.#verdict ??= verdict;
    this.#controller.abort();
  }
}
