import type { CallWatch } from './call-watch.ts';
import { retryAfterMs } from './retry-wait.ts';

/** An error response, as received. */
export interface ErrorResponse {
  readonly status: number;
  /** Empty where the connection broke before it was whole. */
  readonly body: string;
  /** Wait that the server asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined;
}

/** One event of a stream. */
export interface ServerEvent {
  /** Name of the event; `null` for those without one. */
  readonly event: string | null;
  readonly data: unknown;
}

/** An answer to read. */
export interface OpenedAnswer {
  readonly kind: 'answer';
  readonly response: Response;
  /** Parsed events of a body, up to the one that ends it. */
  readonly eventsOf: (body: ReadableStream<Uint8Array>) => AsyncIterable<ServerEvent>;
}

/** What a request brought: an answer, or an error response. */
export type OpenedChat = OpenedAnswer | { readonly kind: 'error'; readonly error: ErrorResponse };

/** `fetch`, as clients take it. */
export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A request under way. */
interface Posted {
  readonly response: Promise<Response>;
  readonly eventsOf: OpenedAnswer['eventsOf'];
}

/**
 * Post one request with a client that fetches as told. What it receives is watched, and an error response is kept as it
 * came, instead of what the client makes of it.
 *
 * @throws What the connection threw, when no response came.
 */
export async function postWatched(watch: CallWatch, post: (fetch: Fetch) => Posted): Promise<OpenedChat> {
  const received: { error?: ErrorResponse } = {};
  const { response: posted, eventsOf } = post(async (url, init) => {
    const response = watched(await fetch(url, init), watch);
    if (response.ok) return response;
    received.error = await readError(response);
    return new Response(null, { status: response.status }); // the client makes an exception of it, which is not used
  });
  const response = await posted.catch((cause: unknown) => {
    if (received.error === undefined) throw cause;
    return undefined;
  });
  if (received.error !== undefined) return { kind: 'error', error: received.error };
  if (response === undefined) throw new TypeError('The client answered without a response.');
  return { kind: 'answer', response, eventsOf };
}

function watched(response: Response, watch: CallWatch): Response {
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(watch.watchBody(response.body), { status, statusText, headers });
}

async function readError(response: Response): Promise<ErrorResponse> {
  const body = await response.text().catch(() => ''); // the status says enough
  return { status: response.status, body, retryAfterMs: retryAfterMs(response.headers, Date.now()) };
}
