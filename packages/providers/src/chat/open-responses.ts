import type { CallWatch } from './call-watch.ts';
import type { Ask } from './exchange.ts';
import { clientOptions, type loadClient } from './open-chat.ts';
import { type OpenedChat, postWatched, type ServerEvent } from './post-watched.ts';

type Client = Awaited<ReturnType<typeof loadClient>>;

/**
 * Post one request to a server that speaks OpenAI Responses.
 *
 * @throws What the connection threw, when no response came.
 */
export function openResponses(
  { endpoint, body }: Pick<Ask, 'endpoint' | 'body'>,
  { Client: OpenAi, Stream }: Client,
  watch: CallWatch,
): Promise<OpenedChat> {
  const { controller } = watch;
  return postWatched(watch, (fetch) => {
    const client = new OpenAi({ ...clientOptions(endpoint), fetch });
    return {
      response: client.post('/responses', { body, stream: true, signal: controller.signal }).asResponse(),
      eventsOf: (stream) =>
        Stream.fromSSEResponse<ServerEvent>(new Response(stream), controller, client, true, 'events'),
    };
  });
}
