import { CALL_CEILING_MS, type CallWatch } from './call-watch.ts';
import type { Endpoint } from './endpoint.ts';
import type { Ask } from './exchange.ts';
import { type OpenedChat, postWatched, type ServerEvent } from './post-watched.ts';

/** Stands for the key of a server that wants none: the client refuses an empty one. It is not sent. */
const NO_KEY = 'none';

type ChatClient = Awaited<ReturnType<typeof loadClient>>;

/**
 * Post one request.
 *
 * @throws What the connection threw, when no response came.
 */
export function openChat(
  { endpoint, body }: Pick<Ask, 'endpoint' | 'body'>,
  { Client, Stream }: ChatClient,
  watch: CallWatch,
): Promise<OpenedChat> {
  const { controller } = watch;
  return postWatched(watch, (fetch) => {
    const client = new Client({ ...clientOptions(endpoint), fetch });
    return {
      response: client.post('/chat/completions', { body, stream: true, signal: controller.signal }).asResponse(),
      eventsOf: (stream) =>
        Stream.fromSSEResponse<ServerEvent>(new Response(stream), controller, client, true, 'events'),
    };
  });
}

/** The client of the protocol: on first use, since it takes a third of a second. */
export async function loadClient() {
  const [{ default: Client }, { Stream }] = await Promise.all([import('openai'), import('openai/streaming')]);
  return { Client, Stream };
}

/** How the client of the protocol is made for an endpoint: nothing of it comes from the environment. */
export function clientOptions({ baseUrl, apiKey }: Endpoint) {
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
