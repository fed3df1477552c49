import type { ServerResponse } from 'node:http';
import type { FakeResponsesBehaviour } from './fake-responses-behaviour.ts';
import { failedResponse, streamOf } from './fake-responses-events.ts';
import { countInput, inputItems, isSealed, type ResponsesQuestion, responseOf } from './fake-responses-output.ts';
import { faultsOfResponsesRequest } from './fake-responses-rules.ts';
import { countIds, playScript, type Script } from './fake-script.ts';
import { type ArrivedRequest, startServer, writeTo } from './fake-server.ts';
import { isRecord } from './is-record.ts';

type Json = Readonly<Record<string, unknown>>;

/** What {@link startFakeResponses} should play. */
export interface FakeResponsesOptions {
  /** In order; the last one repeats. A refused request takes none. Default: a greeting, always. */
  readonly script?: Script<FakeResponsesBehaviour>;
  /** When given, every request without it as bearer is answered with 401. */
  readonly apiKey?: string;
  /** Refuse `context_management` with a structured 400, as a server that does not know it. Default false. */
  readonly rejectsCompaction?: boolean;
  /** Refuse `include`, as a model that does not reason. Default false. */
  readonly rejectsInclude?: boolean;
  /** When given, larger requests are refused with `context_length_exceeded`. */
  readonly windowTokens?: number;
}

/** One request as it arrived. */
export interface FakeResponsesRequest {
  readonly path: string;
  readonly headers: ArrivedRequest['headers'];
  readonly body: unknown;
  /** Why it was refused; absent where it was not. */
  readonly refusal?: string;
  /** What was counted, from the newest compaction item on; 0 for what is no request. */
  readonly inputTokens: number;
}

/** A server on the loopback interface that speaks OpenAI Responses, compacts by itself, and fails on demand. */
export interface FakeResponses extends AsyncDisposable {
  /** What goes into `base_url`: `http://127.0.0.1:<port>/v1`. */
  readonly url: string;
  readonly requests: readonly FakeResponsesRequest[];
  close(): Promise<void>;
}

/**
 * Start it on a free port of 127.0.0.1. Close it, or hold it with `await using`. It refuses what the real server refuses:
 * calls and results that do not belong together, thoughts without what they led to, checkpoints that it did not make.
 *
 * @throws RangeError for a script without a line.
 */
export async function startFakeResponses(options: FakeResponsesOptions = {}): Promise<FakeResponses> {
  const requests: FakeResponsesRequest[] = [];
  const next = playScript<FakeResponsesBehaviour>(
    options.script ?? { kind: 'reply', text: 'Hello.' },
    'startFakeResponses',
  );
  const nextId = countIds('fake_');
  const { port, close } = await startServer(async (arrived, response) => {
    const { path, headers, body } = arrived;
    const input = inputItems(body);
    const inputTokens = countInput(body, input);
    const refusal = refusalOf(arrived, inputTokens, options);
    requests.push({ path, headers, body, inputTokens, ...(refusal !== undefined && { refusal: refusal.message }) });
    const question = { body: isRecord(body) ? body : {}, input, inputTokens, nextId };
    await answer(refusal ?? next(body), question, response);
  });
  return { url: `http://127.0.0.1:${port}/v1`, requests, close, [Symbol.asyncDispose]: close };
}

type Refusal = Extract<FakeResponsesBehaviour, { kind: 'status' }> & { readonly message: string };

function refusalOf(
  { method, path, headers, body }: ArrivedRequest,
  inputTokens: number,
  options: FakeResponsesOptions,
): Refusal | undefined {
  if (options.apiKey !== undefined && headers.authorization !== `Bearer ${options.apiKey}`) {
    return { kind: 'status', status: 401, code: 'invalid_api_key', message: 'Incorrect API key provided.' };
  }
  if (method !== 'POST' || path.split('?')[0] !== '/v1/responses') return { ...bad('Invalid URL.'), status: 404 };
  if (!isRecord(body)) return bad('The body is not a JSON object.');
  const [fault] = faultsOfResponsesRequest(body);
  if (fault === undefined) return unknownField(body, options) ?? unreadable(body) ?? tooLong(inputTokens, options);
  return unknownField(body, options) ?? bad(fault);
}

function unknownField(body: Json, { rejectsCompaction, rejectsInclude }: FakeResponsesOptions): Refusal | undefined {
  if (rejectsCompaction === true && 'context_management' in body) {
    return { ...bad("Unknown parameter: 'context_management'."), param: 'context_management' };
  }
  if (rejectsInclude === true && 'include' in body) {
    return { ...bad('Encrypted content is not supported with this model.'), param: 'include' };
  }
  return undefined;
}

/** A checkpoint is read by who made it alone. */
function unreadable(body: Json): Refusal | undefined {
  const foreign = inputItems(body).find((item) => item['type'] === 'compaction' && !isSealed(item));
  if (foreign === undefined) return undefined;
  return { ...bad('The encrypted content could not be verified.'), code: 'invalid_encrypted_content' };
}

function tooLong(inputTokens: number, { windowTokens }: FakeResponsesOptions): Refusal | undefined {
  if (windowTokens === undefined || inputTokens <= windowTokens) return undefined;
  const message = 'Your input exceeds the context window of this model. Please adjust your input and try again.';
  return { ...bad(message), code: 'context_length_exceeded' };
}

function bad(message: string): Refusal {
  return { kind: 'status', status: 400, code: 'invalid_request_error', message };
}

async function answer(
  played: FakeResponsesBehaviour,
  question: ResponsesQuestion,
  response: ServerResponse,
): Promise<void> {
  if (played.kind === 'status') {
    const { status, code = 'server_error', message = 'It failed.', param = null, headers } = played;
    const type = status < 500 ? 'invalid_request_error' : 'server_error';
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message, type, param, code } }));
    return;
  }
  const id = `resp_${question.nextId()}`;
  if (question.body['stream'] === true) await sendStream(streamOf(played, id, question), response);
  else sendWhole(played, { id, question, response });
}

async function sendStream({ events, end }: ReturnType<typeof streamOf>, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    if (!(await writeTo(response, `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`))) return;
  }
  if (end === 'finished') response.end();
  if (end === 'break') response.destroy();
}

interface Sending {
  readonly id: string;
  readonly question: ResponsesQuestion;
  readonly response: ServerResponse;
}

function sendWhole(
  played: Exclude<FakeResponsesBehaviour, { readonly kind: 'status' }>,
  { id, question, response }: Sending,
): void {
  switch (played.kind) {
    case 'hang':
      return;
    case 'cut':
      response.destroy();
      return;
    case 'failed':
    case 'stream-error':
    case 'reply': {
      const whole = played.kind === 'reply' ? responseOf(played, id, question) : failedResponse(played, id);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(whole));
    }
  }
}
