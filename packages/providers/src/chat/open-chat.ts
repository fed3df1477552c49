import type OpenAI from 'openai';
import type { WireObject } from '../wire-value.ts';
import { CALL_CEILING_MS, type CallWatch } from './call-watch.ts';
import type { Endpoint } from './endpoint.ts';
import { retryAfterMs } from './retry-wait.ts';

/** Stands for the key of a server that wants none: the client refuses an empty one. It is not sent. */
const NO_KEY = 'none';

/** An error response, as received. */
export interface ErrorResponse {
  readonly status: number;
  /** Empty where the connection broke before it was whole. */
  readonly body: string;
  /** Wait that the server asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined;
}

type ChatClient = Awaited<ReturnType<typeof loadClient>>;

/** One event of a stream. */
export interface ServerEvent {
  /** Name of the event; `null` for the usual ones. */
  readonly event: string | null;
  readonly data: unknown;
}

/** What a request brought: an answer to read, or an error response. */
export type OpenedChat =
  | {
      readonly kind: 'answer';
      readonly response: Response;
      /** Parsed events of a body, up to `[DONE]`. */
      readonly eventsOf: (body: ReadableStream<Uint8Array>) => AsyncIterable<ServerEvent>;
    }
  | { readonly kind: 'error'; readonly error: ErrorResponse };

/**
 * Post one request.
 *
 * @throws What the connection threw, when no response came.
 */
export async function openChat(
  { endpoint, body }: { readonly endpoint: Endpoint; readonly body: WireObject },
  { Client, Stream }: ChatClient,
  watch: CallWatch,
): Promise<OpenedChat> {
  const received: { error?: ErrorResponse } = {};
  const client = new Client({
    ...clientOptions(endpoint),
    fetch: async (url, init) => {
      const response = watched(await fetch(url, init), watch);
      if (response.ok) return response;
      received.error = await readError(response);
      return new Response(null, { status: response.status }); // the client makes an exception of it, which is not used
    },
  });
  const response = await post(client, body, watch).catch((cause: unknown) => {
    if (received.error === undefined) throw cause;
    return undefined;
  });
  if (received.error !== undefined) return { kind: 'error', error: received.error };
  if (response === undefined) throw new TypeError('The client answered without a response.');
  return {
    kind: 'answer',
    response,
    eventsOf: (stream) =>
      Stream.fromSSEResponse<ServerEvent>(new Response(stream), watch.controller, client, true, 'events'),
  };
}

/** The client of the protocol: on first use, since it takes a third of a second. */
export async function loadClient() {
  const [{ default: Client }, { Stream }] = await Promise.all([import('openai'), import('openai/streaming')]);
  return { Client, Stream };
}

function clientOptions({ baseUrl, apiKey }: Endpoint) {
  return {
    apiKey: apiKey === '' ? NO_KEY : apiKey,
    ...(apiKey === '' ? { defaultHeaders: { Authorization: null } } : {}),
    baseURL: baseUrl,
    // Given so that the client does not look for them in the environment.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0, // it does not know what was handed out
    timeout: CALL_CEILING_MS,
  } as const;
}

function post(client: OpenAI, body: WireObject, watch: CallWatch): Promise<Response> {
  return client.post('/chat/completions', { body, stream: true, signal: watch.controller.signal }).asResponse();
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
