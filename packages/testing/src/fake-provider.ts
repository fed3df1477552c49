import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { countFakeTokens, countPrompt } from './count-fake-tokens.ts';
import { answer } from './fake-provider-answer.ts';
import type { FakeBehaviour, FakeScriptLine } from './fake-provider-behaviour.ts';
import { countIds, DEFAULT_REPLY, playScript } from './fake-script.ts';
import { type ArrivedRequest, startServer } from './fake-server.ts';
import { judgeRequest, type ValidateRequest } from './fake-validation.ts';
import { type FakeWindow, refusalOf } from './fake-window.ts';
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
  /** Default: no limit. A request past the window is refused, and leaves the script where it is. */
  readonly window?: FakeWindow;
  /**
   * Why a request is malformed, one sentence a reason; none when it is well-formed. A malformed request is refused with
   * 400, stands in `violations`, and leaves the script where it is. What it throws counts as a reason. Default: no check.
   */
  readonly validate?: ValidateRequest;
}

/** One request as it arrived. */
export interface FakeRequest {
  readonly method: string;
  /** With its query, such as `/v1/chat/completions`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON; the raw text where it does not parse, `undefined` where there is none. */
  readonly body: unknown;
  /** What the server counted, messages and tools; `undefined` where no completion was asked for. */
  readonly promptTokens: number | undefined;
}

/** A request that `validate` found malformed. */
export interface FakeViolation {
  /** Index in `requests`. */
  readonly requestIndex: number;
  readonly reasons: readonly string[];
}

/** A server on the loopback interface that speaks OpenAI's chat completions, and fails on demand. */
export interface FakeProvider extends AsyncDisposable {
  /** What goes into `base_url`: `http://127.0.0.1:<port>/v1`. */
  readonly url: string;
  /** All requests so far, oldest first, refused ones included. */
  readonly requests: readonly FakeRequest[];
  /** What `validate` found so far, oldest first. */
  readonly violations: readonly FakeViolation[];
  /** Stop, and break all open connections. May be called twice. */
  close(): Promise<void>;
}

/** Start a fake provider on a free port of 127.0.0.1. Close it, or hold it with `await using`. */
export async function startFakeProvider(options: FakeProviderOptions = {}): Promise<FakeProvider> {
  const { count = countFakeTokens } = options.window ?? {};
  const requests: FakeRequest[] = [];
  const violations: FakeViolation[] = [];
  const nextBehaviour = playScript(options.script ?? DEFAULT_REPLY, 'startFakeProvider');
  const nextCallId = countIds('call_');

  async function serve(arrived: ArrivedRequest, response: ServerResponse): Promise<void> {
    const promptTokens = isCompletion(arrived) ? countPrompt(arrived.body, count) : undefined;
    const request = { ...arrived, promptTokens };
    const requestIndex = requests.push(request) - 1;
    const onViolation = (reasons: readonly string[]): unknown => violations.push({ requestIndex, reasons });
    const surroundings = { promptTokens: promptTokens ?? 0, count, nextCallId };
    await answer(route(request, { options, nextBehaviour, onViolation }), { request, surroundings, response });
  }

  const { port, close } = await startServer(serve);
  return { url: `http://127.0.0.1:${port}/v1`, requests, violations, close, [Symbol.asyncDispose]: close };
}

/** A request that has a prompt, whatever comes of it. */
type CompletionRequest = ArrivedRequest & { readonly body: Readonly<Record<string, unknown>> };

function isCompletion(request: ArrivedRequest): request is CompletionRequest {
  return asksForCompletion(request) && isRecord(request.body);
}

function asksForCompletion({ method, path }: ArrivedRequest): boolean {
  return method === 'POST' && pathOf(path) === '/v1/chat/completions';
}

function pathOf(path: string): string {
  return path.split('?')[0] ?? path;
}

interface Routing {
  readonly options: FakeProviderOptions;
  readonly nextBehaviour: (body: unknown) => FakeBehaviour;
  readonly onViolation: (reasons: readonly string[]) => void;
}

/** What a request gets: the models, an error, or the next line of the script. */
function route(
  request: FakeRequest,
  routing: Routing,
): FakeBehaviour | { readonly kind: 'models'; readonly names: readonly string[] } {
  const { method, path, headers } = request;
  const { apiKey, models = ['fake-model'] } = routing.options;
  if (apiKey !== undefined && headers.authorization !== `Bearer ${apiKey}`) return { kind: 'status', status: 401 };
  if (method === 'GET' && pathOf(path) === '/v1/models') return { kind: 'models', names: models };
  if (!asksForCompletion(request)) return unknownRoute(`${method} ${path}`);
  if (isCompletion(request)) return behaviourFor(request, routing);
  return { kind: 'status', status: 400, code: 'invalid_json', message: 'The body is not a JSON object.' };
}

/** A refusal of the request's form, of its size, or what the script says. */
function behaviourFor(request: FakeRequest & CompletionRequest, routing: Routing): FakeBehaviour {
  const { options, nextBehaviour, onViolation } = routing;
  const { body, promptTokens = 0 } = request;
  const reasons = options.validate === undefined ? [] : judgeRequest(body, options.validate);
  if (reasons.length > 0) {
    onViolation(reasons);
    return { kind: 'status', status: 400, code: 'invalid_request_error', message: reasons.join(' ') };
  }
  const refusal = options.window === undefined ? undefined : refusalOf(options.window, { body, promptTokens });
  return refusal ?? nextBehaviour(body);
}

function unknownRoute(asked: string): FakeBehaviour {
  const message = `Invalid URL (${asked}). This fake knows POST /v1/chat/completions and GET /v1/models.`;
  return { kind: 'status', status: 404, code: 'unknown_url', message };
}
