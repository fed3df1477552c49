import { EventStream } from './event-stream.ts';
import { explainError } from './explain-error.ts';
import type { GatewayCall } from './gateway-sessions.ts';
import type { SessionQueues } from './session-queues.ts';

/** How a stream ended, for the log. */
export interface StreamEnd {
  readonly outcome: 'done' | 'error';
  /** Of the error. */
  readonly code?: string;
  /** Whether the client had gone before. */
  readonly isHungUp: boolean;
}

/** One piece of work whose events a client reads. */
export interface StreamedJob {
  readonly key: string;
  readonly work: (call: GatewayCall) => Promise<unknown>;
  /** Whether it goes on without its client. */
  readonly isDetached: boolean;
}

/** What streams are made with. */
export interface StreamParts {
  readonly queues: SessionQueues;
  readonly maxBufferedBytes: number;
  readonly keepAliveMs: number;
  readonly onFault: (error: unknown) => void;
}

/**
 * Put work into the queue of its session and answer with its events: `accepted`, the events of the work, and `done` or
 * `error` last.
 *
 * @throws GatewayBusyError | GatewayClosingError - When it is not taken.
 */
export function streamJob(
  { key, work, isDetached }: StreamedJob,
  { queues, maxBufferedBytes, keepAliveMs, onFault }: StreamParts,
): { readonly response: Response; readonly ended: Promise<StreamEnd> } {
  const ended = Promise.withResolvers<StreamEnd>();
  const fail = (error: unknown): void => {
    const explained = explainError(error);
    if (explained.error.code === 'CTX_GATEWAY_FAULT') onFault(error);
    stream.end('error', explained);
    ended.resolve({ outcome: 'error', code: explained.error.code, isHungUp: stream.isGone });
  };
  const place = queues.add(key, {
    async run(signal) {
      try {
        stream.end('done', await work({ signal, onEvent: (event) => stream.send(event) }));
      } catch (error) {
        // Whatever a stopped turn rejects with, why it was stopped is the better answer.
        fail(signal.aborted ? signal.reason : error);
      }
      ended.resolve({ outcome: 'done', isHungUp: stream.isGone });
    },
    refuse: fail,
  });
  const onHangUp = (): void => {
    if (!isDetached) place.cancel('hang-up');
  };
  const stream = new EventStream({ maxBufferedBytes, keepAliveMs, onHangUp });
  stream.accept({ ahead: place.ahead });
  return { response: new Response(stream.body, { headers: STREAM_HEADERS }), ended: ended.promise };
}

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // nginx would hold the events back otherwise.
  'x-accel-buffering': 'no',
};
