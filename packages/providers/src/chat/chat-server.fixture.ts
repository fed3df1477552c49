import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ChatDelta, ChatModel, ChatReply, ChatRequest } from './chat-model.ts';
import { ChatModelError } from './chat-model-error.ts';
import { type OpenAiChatModelOptions, openAiChatModel } from './openai-chat-model.ts';

/** How a server on the loopback interface answers one request. */
export type Answering = (response: ServerResponse, request: IncomingMessage) => void;

/** One request as it arrived. */
export interface Arrived {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

/** A server whose answers are bytes; the last one repeats. */
export interface ChatServer extends AsyncDisposable {
  readonly url: string;
  readonly arrived: readonly Arrived[];
}

export async function startChatServer(...answers: readonly Answering[]): Promise<ChatServer> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const answer = answers[Math.min(arrived.length, answers.length - 1)];
      arrived.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(body) });
      answer?.(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    arrived,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A body of these bytes. */
export function sends(body: string | Buffer, contentType = 'application/json', status = 200): Answering {
  return (response) => void response.writeHead(status, { 'content-type': contentType }).end(body);
}

/** A stream of these events, ended by `[DONE]`. */
export function streams(...events: readonly object[]): Answering {
  return sends(`${events.map(eventOf).join('')}data: [DONE]\n\n`, 'text/event-stream');
}

/** A stream of these events whose end is missing. */
export function breaksOff(...events: readonly object[]): Answering {
  return sends(events.map(eventOf).join(''), 'text/event-stream');
}

export function eventOf(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** A chunk with one choice. */
export function chunk(delta: object, finishReason: string | null = null): object {
  return { choices: [{ index: 0, delta, finish_reason: finishReason }] };
}

/** What one request brought. */
export interface Asked {
  readonly reply: ChatReply | undefined;
  readonly error: ChatModelError | undefined;
  readonly deltas: readonly ChatDelta[];
}

export const REQUEST: Omit<ChatRequest, 'signal'> = { messages: [{ role: 'user', content: 'Hello?' }], tools: [] };

/** A model that does not wait in front of a retry. */
export function modelAt(baseUrl: string, options: Partial<OpenAiChatModelOptions> = {}): ChatModel {
  const info = { name: 'test-model', contextTokens: 8_000 };
  return openAiChatModel({ model: 'test-model', info, baseUrl, retryDelayMs: 0, retries: 0, ...options });
}

/** Ask once, and take a failure as a value. */
export async function ask(model: ChatModel, request: Partial<ChatRequest> = {}): Promise<Asked> {
  const deltas: ChatDelta[] = [];
  const { signal } = new AbortController();
  const whole: ChatRequest = { ...REQUEST, signal, onDelta: (delta) => void deltas.push(delta), ...request };
  try {
    return { reply: await model.complete(whole), error: undefined, deltas };
  } catch (error) {
    if (!(error instanceof ChatModelError)) throw error;
    return { reply: undefined, error, deltas };
  }
}

/** Ask a server that answers so. */
export async function askServer(answering: Answering, options?: Partial<OpenAiChatModelOptions>): Promise<Asked> {
  await using server = await startChatServer(answering);
  return await ask(modelAt(server.url, options));
}
