import { CALL_CEILING_MS, type CallWatch } from './call-watch.ts';
import type { Endpoint } from './endpoint.ts';
import type { Ask } from './exchange.ts';
import { type Fetch, type OpenedChat, postWatched, type ServerEvent } from './post-watched.ts';

/** Stands for the key of a server that wants none: without one, the client looks for others. It is not sent. */
const NO_KEY = 'none';

/** Headers that are sent. The client adds more, some of them from the environment. */
const SENT_HEADERS: readonly string[] = ['accept', 'anthropic-version', 'content-type', 'user-agent', 'x-api-key'];

/** Header of what is no part of the API for everybody yet. */
const BETA_HEADER = 'anthropic-beta';

/** What is posted. */
export interface MessagesPost extends Pick<Ask, 'endpoint' | 'body'> {
  /** Empty for none: the header is not sent then. */
  readonly betas: readonly string[];
}

type MessagesClient = Awaited<ReturnType<typeof loadMessagesClient>>;

/**
 * Post one request to Anthropic's Messages API.
 *
 * @throws What the connection threw, when no response came.
 */
export function openMessages(
  { endpoint, body, betas }: MessagesPost,
  { Client, Stream }: MessagesClient,
  watch: CallWatch,
): Promise<OpenedChat> {
  const { controller } = watch;
  return postWatched(watch, (fetch) => {
    const client = new Client({ ...clientOptions(endpoint), fetch: withOwnHeaders(fetch, betas) });
    return {
      response: client.post('/v1/messages', { body, stream: true, signal: controller.signal }).asResponse(),
      eventsOf: (stream) => parsed(Stream.rawEvents(new Response(stream), controller)),
    };
  });
}

/** The client of the protocol: on first use, since it takes a third of a second. */
export async function loadMessagesClient() {
  const [{ default: Client }, { Stream }] = await Promise.all([
    import('@anthropic-ai/sdk'),
    import('@anthropic-ai/sdk/core/streaming'),
  ]);
  return { Client, Stream };
}

function clientOptions({ route, baseUrl, apiKey }: Endpoint) {
  return {
    // The client would send the key as a bearer's; the header of the API for it is its own.
    apiKey: NO_KEY,
    defaultHeaders: { 'x-api-key': apiKey === '' ? null : apiKey },
    baseURL: route,
    defaultQuery: Object.fromEntries(new URL(baseUrl).searchParams),
    // Given so that the client does not look for them in the environment.
    webhookKey: null,
    openTelemetry: false,
    logLevel: 'off',
    maxRetries: 0, // it does not know what was handed out
    timeout: CALL_CEILING_MS,
  } as const;
}

function withOwnHeaders(fetch: Fetch, betas: readonly string[]): Fetch {
  return (url, init) => {
    const given = new Headers(init?.headers);
    const headers = new Headers([...given].filter(([name]) => SENT_HEADERS.includes(name)));
    if (betas.length > 0) headers.set(BETA_HEADER, betas.join(','));
    return fetch(url, { ...init, headers });
  };
}

async function* parsed(
  events: AsyncIterable<{ readonly event: string | null; readonly data: string }>,
): AsyncGenerator<ServerEvent> {
  for await (const { event, data } of events) {
    if (data !== '') yield { event, data: JSON.parse(data) };
  }
}
