import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { answer } from './fake-provider-answer.ts';
import type { FakeBehaviour, FakeScriptLine } from './fake-provider-behaviour.ts';
import { isRecord } from './is-record.ts';

/** What {@link startFakeProvider} should play. */
export interface FakeProviderOptions {
  /**
   * Behaviours for the requests for a completion, in order; the last one repeats.
   * A function chooses by the request. Default: one friendly reply, always.
   */
  readonly script?: FakeScriptLine | readonly FakeScriptLine[];
  /** When given, every request without `Authorization: Bearer <apiKey>` is answered with 401. */
  readonly apiKey?: string;
  /** Names that `GET /v1/models` lists. Default `['fake-model']`. */
  readonly models?: readonly string[];
}

/** One request as it arrived. */
export interface FakeRequest {
  readonly method: string;
  /** With its query, such as `/v1/chat/completions`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON; the raw text where it does not parse, `undefined` where there is none. */
  readonly body: unknown;
}

/** A server on the loopback interface that speaks OpenAI's chat completions, and fails on demand. */
export interface FakeProvider extends AsyncDisposable {
  /** What goes into `base_url`: `http://127.0.0.1:<port>/v1`. */
  readonly url: string;
  /** All requests so far, oldest first, refused ones included. */
  readonly requests: readonly FakeRequest[];
  /** Stop, and break all open connections. May be called twice. */
  close(): Promise<void>;
}

const DEFAULT_REPLY: FakeBehaviour = { kind: 'reply', text: '## Goal\nAnswer as a provider would.' };

/** Start a fake provider on a free port of 127.0.0.1. Close it, or hold it with `await using`. */
export async function startFakeProvider(options: FakeProviderOptions = {}): Promise<FakeProvider> {
  const lines = linesOf(options.script);
  const requests: FakeRequest[] = [];
  let completionCount = 0;
  const nextBehaviour = (body: unknown): FakeBehaviour => {
    const line = lines[Math.min(completionCount, lines.length - 1)] ?? DEFAULT_REPLY;
    const requestIndex = completionCount;
    completionCount += 1;
    return typeof line === 'function' ? line(body, requestIndex) : line;
  };

  const server = createServer((incoming, response) => {
    // A broken connection is what half of the behaviours are for; it must not end the test run.
    serve(incoming, response).catch(() => response.destroy());
  });
  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    requests.push(request);
    await answer(route(request, { options, nextBehaviour }), { request, response });
  }

  const port = await listen(server);
  const close = (): Promise<void> => stop(server);
  return { url: `http://127.0.0.1:${port}/v1`, requests, close, [Symbol.asyncDispose]: close };
}

function linesOf(script: FakeProviderOptions['script']): readonly FakeScriptLine[] {
  if (script === undefined) return [DEFAULT_REPLY];
  if (typeof script === 'function' || 'kind' in script) return [script];
  if (script.length === 0)
    throw new RangeError('startFakeProvider: the script is empty. Give one line, or leave it out.');
  return script;
}

async function readRequest(incoming: IncomingMessage): Promise<FakeRequest> {
  const { method = 'GET', url: path = '/', headers } = incoming;
  const raw = await text(incoming);
  return { method, path, headers, body: raw === '' ? undefined : parseJson(raw) };
}

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

interface Routing {
  readonly options: FakeProviderOptions;
  readonly nextBehaviour: (body: unknown) => FakeBehaviour;
}

/** What a request gets: the models, an error, or the next line of the script. */
function route(
  { method, path, headers, body }: FakeRequest,
  { options: { apiKey, models = ['fake-model'] }, nextBehaviour }: Routing,
): FakeBehaviour | { readonly kind: 'models'; readonly names: readonly string[] } {
  if (apiKey !== undefined && headers.authorization !== `Bearer ${apiKey}`) return { kind: 'status', status: 401 };
  const [pathname] = path.split('?');
  if (method === 'GET' && pathname === '/v1/models') return { kind: 'models', names: models };
  if (method !== 'POST' || pathname !== '/v1/chat/completions') return unknownRoute(`${method} ${path}`);
  if (!isRecord(body)) {
    return { kind: 'status', status: 400, code: 'invalid_json', message: 'The body is not a JSON object.' };
  }
  return nextBehaviour(body);
}

function unknownRoute(asked: string): FakeBehaviour {
  const message = `Invalid URL (${asked}). This fake knows POST /v1/chat/completions and GET /v1/models.`;
  return { kind: 'status', status: 404, code: 'unknown_url', message };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') resolve(address.port);
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
