import type OpenAI from 'openai';
import { CALL_CEILING_MS, type CallWatch } from './call-watch.ts';
import type { ModelRoute } from './model-route.ts';

const DEFAULT_BASE_URL = 'https://api.openai.com/v1';

/** Stands for the key of a server that wants none: the client refuses an empty one. */
const NO_KEY = 'none';

/** An error response, as received. */
export interface ErrorResponse {
  readonly status: number;
  readonly body: string;
  /** The header `retry-after`. */
  readonly retryAfter: string | undefined;
}

/** What a request brought: an answer to read, or an error response. */
export type OpenedCompletion =
  | {
      readonly kind: 'answer';
      readonly response: Response;
      /** Parsed events of the body, when it is a stream of events. Reads the response: once. */
      readonly events: () => AsyncIterable<unknown>;
    }
  | { readonly kind: 'error'; readonly error: ErrorResponse };

/** Load the client of the provider's protocol, on first use: it takes a third of a second. */
export async function loadClient() {
  const [{ default: Client }, { Stream }] = await Promise.all([import('openai'), import('openai/streaming')]);
  return { Client, Stream };
}

/**
 * Ask for a streamed completion, once. The body holds the model, one message and the stream fields: no limit of
 * tokens, since a model that thinks first would spend it before it writes, and no temperature, since some refuse it.
 *
 * @throws What the connection threw, when no response came.
 */
export async function openCompletion(route: ModelRoute, prompt: string, watch: CallWatch): Promise<OpenedCompletion> {
  const { Client, Stream } = await loadClient();
  const received: { error?: ErrorResponse } = {};
  const client = new Client({
    ...clientOptions(route),
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      if (response.ok) return watched(response, watch);
      received.error = await readError(watched(response, watch));
      return new Response(received.error.body, { status: response.status, headers: response.headers });
    },
  });
  const response = await request(client, { model: route.model, prompt, watch }).catch((cause: unknown) => {
    if (received.error === undefined) throw cause;
    return undefined;
  });
  if (received.error !== undefined) return { kind: 'error', error: received.error };
  if (response === undefined) throw new TypeError('The client answered without a response.');
  return {
    kind: 'answer',
    response,
    events: () => Stream.fromSSEResponse<unknown>(response, watch.controller, client),
  };
}

function clientOptions(route: ModelRoute) {
  return {
    apiKey: route.apiKey === '' ? NO_KEY : route.apiKey,
    baseURL: route.baseUrl ?? DEFAULT_BASE_URL,
    // Given so that the client does not look for them in the environment.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: CALL_CEILING_MS,
  } as const;
}

interface ClientRequest {
  readonly model: string;
  readonly prompt: string;
  readonly watch: CallWatch;
}

function request(client: OpenAI, { model, prompt, watch }: ClientRequest): Promise<Response> {
  const body = {
    model,
    messages: [{ role: 'user', content: prompt }],
    stream: true,
    stream_options: { include_usage: true },
  } as const;
  return client.chat.completions
    .create({ ...body, messages: [...body.messages] }, { signal: watch.controller.signal })
    .asResponse();
}

function watched(response: Response, watch: CallWatch): Response {
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(watch.watchBody(response.body), { status, statusText, headers });
}

async function readError(response: Response): Promise<ErrorResponse> {
  const body = await response.text();
  return { status: response.status, body, retryAfter: response.headers.get('retry-after') ?? undefined };
}
