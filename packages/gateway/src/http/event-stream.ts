import type { GatewayEvent } from './gateway-sessions.ts';

/** Names that mean something to every client of the gateway. */
const OWN_NAMES: ReadonlySet<string> = new Set(['accepted', 'dropped', 'done', 'error']);
/** What may stand behind `event:`; anything else could begin a line of its own. */
const EVENT_NAME = /^[a-z][a-z0-9-]{0,63}$/;
/** Pieces of text: the result has it whole, so they give way first. */
const DELTAS: ReadonlySet<string> = new Set(['text', 'reasoning']);

/** Bounds of one stream. */
export interface EventStreamOptions {
  /** What may wait for a slow client, in bytes. */
  readonly maxBufferedBytes: number;
  /** Time between two comments that keep proxies from closing a quiet connection, in milliseconds. */
  readonly keepAliveMs: number;
  /** The client is gone before the end. Called once at most. */
  readonly onHangUp: () => void;
}

/**
 * Server-sent events for one client. Writing never waits and memory is bounded: events that a slow client cannot take are
 * dropped, text first, and a `dropped` event counts them. The last event always arrives.
 */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #options: EventStreamOptions;
  readonly #keepAlive: NodeJS.Timeout;
  #waiting: string[] = [];
  #waitingBytes = 0;
  #droppedCount = 0;
  #state: 'open' | 'ended' | 'gone' = 'open';
  #wake: (() => void) | undefined;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.#keepAlive = setInterval(() => this.#sendComment(), options.keepAliveMs).unref();
    this.body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => this.#pull(controller),
        cancel: () => this.#hangUp(),
      },
      // Nothing is fetched ahead: what waits, waits here, where it is counted.
      { highWaterMark: 0 },
    );
  }

  /** Whether the client hung up before the last event was written. */
  get isGone(): boolean {
    return this.#state === 'gone';
  }

  /** The first event of the stream: the message was taken. */
  accept(data: { readonly ahead: number }): void {
    this.#add(frameOf('accepted', JSON.stringify(data)));
  }

  /** An event of the turn. After the last one, and when the client is gone, it is ignored. */
  send(event: GatewayEvent): void {
    if (this.#state !== 'open') return;
    const json = jsonOf(event);
    if (json === undefined) {
      this.#droppedCount += 1;
      return;
    }
    const isNamed = EVENT_NAME.test(event.type) && !OWN_NAMES.has(event.type);
    const frame = frameOf(isNamed ? event.type : 'event', json);
    const room = this.#options.maxBufferedBytes / (DELTAS.has(event.type) ? 2 : 1);
    if (this.#waitingBytes + Buffer.byteLength(frame) > room) this.#droppedCount += 1;
    else this.#add(frame);
  }

  /** The last event. @throws TypeError - If JSON cannot hold the data; the stream is still open then. */
  end(name: 'done' | 'error', data: unknown): void {
    if (this.#state !== 'open') return;
    const json = JSON.stringify(data) ?? 'null';
    this.#add(frameOf(name, json));
    this.#state = 'ended';
    clearInterval(this.#keepAlive);
  }

  #add(frame: string): void {
    if (this.#droppedCount > 0) {
      const dropped = frameOf('dropped', JSON.stringify({ count: this.#droppedCount }));
      this.#droppedCount = 0;
      this.#push(dropped);
    }
    this.#push(frame);
  }

  #push(frame: string): void {
    this.#waiting.push(frame);
    this.#waitingBytes += Buffer.byteLength(frame);
    this.#wake?.();
  }

  #sendComment(): void {
    // Whoever has not read the last one needs no other.
    if (this.#waiting.length === 0) this.#push(': keep-alive\n\n');
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    if (this.#waiting.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
    if (this.#state === 'gone') return;
    controller.enqueue(Buffer.from(this.#waiting.join('')));
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (this.#state === 'ended') controller.close();
  }

  #hangUp(): void {
    clearInterval(this.#keepAlive);
    this.#waiting = [];
    this.#waitingBytes = 0;
    const isEarly = this.#state === 'open';
    this.#state = 'gone';
    this.#wake?.();
    if (isEarly) this.#options.onHangUp();
  }
}

function frameOf(name: string, json: string): string {
  return `event: ${name}\ndata: ${json}\n\n`;
}

function jsonOf(event: GatewayEvent): string | undefined {
  try {
    return JSON.stringify(event);
  } catch {
    return undefined; // counted as dropped: a stream with a gap is better than a turn that dies of its listener
  }
}
