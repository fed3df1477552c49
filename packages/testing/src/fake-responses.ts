import type { ServerResponse } from 'node:http';
import { countFakeTokens } from './count-fake-tokens.ts';
import { faultsOfResponsesRequest } from './fake-responses-rules.ts';
import { countIds, playScript, type Script } from './fake-script.ts';
import { type ArrivedRequest, startServer, writeTo } from './fake-server.ts';
import { isRecord } from './is-record.ts';

type Json = Readonly<Record<string, unknown>>;

/** How the fake answers one request, streamed or not. */
export type FakeResponsesBehaviour =
  /** `reasoning` becomes an encrypted item in front. Default text: a greeting, where there are no calls. */
  | {
      readonly kind: 'reply';
      readonly text?: string;
      readonly reasoning?: string;
      readonly toolCalls?: readonly { readonly name: string; readonly arguments: string }[];
      /** Cut at the output limit, or by the filter. */
      readonly incomplete?: 'max_output_tokens' | 'content_filter';
    }
  /** An error response. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly code?: string;
      readonly message?: string;
      readonly param?: string;
    }
  /** Headers, the opening event, then silence. */
  | { readonly kind: 'hang' }
  /** The opening event and a first piece, then the connection breaks. */
  | { readonly kind: 'cut' }
  /** A stream that ends with `response.failed`. */
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

/** What {@link startFakeResponses} should play. */
export interface FakeResponsesOptions {
  /** In order; the last one repeats. Default: a greeting, always. */
  readonly script?: Script<FakeResponsesBehaviour>;
  /** When given, every request without it as bearer is answered with 401. */
  readonly apiKey?: string;
  /** Refuse `context_management` with a structured 400, as a server that does not know it. Default false. */
  readonly rejectsCompaction?: boolean;
  /** Refuse `include`, as a model that does not reason. Default false. */
  readonly rejectsInclude?: boolean;
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

/** Tokens that an encrypted item stands for. */
const CHECKPOINT_TOKENS = 300;

/** Start it on a free port of 127.0.0.1. Close it, or hold it with `await using`. */
export async function startFakeResponses(options: FakeResponsesOptions = {}): Promise<FakeResponses> {
  const requests: FakeResponsesRequest[] = [];
  const next = playScript<FakeResponsesBehaviour>(
    options.script ?? { kind: 'reply', text: 'Hello.' },
    'startFakeResponses',
  );
  const nextId = countIds('fake_');
  const { port, close } = await startServer(async (arrived, response) => {
    const { path, headers, body } = arrived;
    const input = isRecord(body) && Array.isArray(body['input']) ? body['input'].filter(isRecord) : [];
    const inputTokens = countInput(body, input);
    const refusal = refusalOf(arrived, options);
    requests.push({
      path,
      headers,
      body,
      inputTokens,
      ...(refusal !== undefined && { refusal: refusal.message ?? '' }),
    });
    const played = refusal ?? next(body);
    await answer(played, { body: isRecord(body) ? body : {}, input, inputTokens, nextId, response });
  });
  return { url: `http://127.0.0.1:${port}/v1`, requests, close, [Symbol.asyncDispose]: close };
}

type Refusal = Extract<FakeResponsesBehaviour, { kind: 'status' }>;

function refusalOf(
  { method, path, headers, body }: ArrivedRequest,
  options: FakeResponsesOptions,
): Refusal | undefined {
  const bad = (message: string, param?: string): Refusal => {
    return {
      kind: 'status',
      status: 400,
      code: 'invalid_request_error',
      message,
      ...(param !== undefined && { param }),
    };
  };
  if (options.apiKey !== undefined && headers.authorization !== `Bearer ${options.apiKey}`) {
    return { kind: 'status', status: 401, code: 'invalid_api_key', message: 'Incorrect API key provided.' };
  }
  if (method !== 'POST' || path.split('?')[0] !== '/v1/responses') return { ...bad('Invalid URL.'), status: 404 };
  if (!isRecord(body)) return bad('The body is not a JSON object.');
  if (options.rejectsCompaction === true && 'context_management' in body) {
    return bad("Unknown parameter: 'context_management'.", 'context_management');
  }
  if (options.rejectsInclude === true && 'include' in body) {
    return bad("Encrypted content is not supported with this model: 'include'.", 'include');
  }
  const [fault] = faultsOfResponsesRequest(body);
  return fault === undefined ? undefined : bad(fault);
}

/** What stands before the newest checkpoint costs nothing: it is not read. */
function countInput(body: unknown, input: readonly Json[]): number {
  const newest = input.findLastIndex(isCheckpoint);
  const read = input.slice(newest + 1);
  const { instructions = '', tools = [] }: Json = isRecord(body) ? body : {};
  const texts = [instructions, tools, ...read].map((each) => countFakeTokens(JSON.stringify(each)));
  return texts.reduce((sum, tokens) => sum + tokens, 0) + (newest === -1 ? 0 : CHECKPOINT_TOKENS);
}

function isCheckpoint({ type }: Json): boolean {
  return type === 'compaction';
}

interface Answering {
  readonly body: Json;
  readonly input: readonly Json[];
  readonly inputTokens: number;
  readonly nextId: () => string;
  readonly response: ServerResponse;
}

async function answer(played: FakeResponsesBehaviour, answering: Answering): Promise<void> {
  const { response, body, nextId } = answering;
  if (played.kind === 'status') return refuse(played, response);
  const id = `resp_${nextId()}`;
  if (body['stream'] === true) return stream(played, id, answering);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(wholeOf(played, id, answering)));
}

function refuse(
  { status, code = 'server_error', message = 'It failed.', param }: Refusal,
  response: ServerResponse,
): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: code, param: param ?? null, code } }));
}

async function stream(
  played: Exclude<FakeResponsesBehaviour, Refusal>,
  id: string,
  answering: Answering,
): Promise<void> {
  const { response } = answering;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (type: string, fields: Json): Promise<boolean> =>
    writeTo(response, `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  await send('response.created', { response: { id, status: 'in_progress', output: [] } });
  switch (played.kind) {
    case 'hang':
      return;
    case 'cut':
      await send('response.output_text.delta', { output_index: 0, delta: 'The beginning' });
      response.destroy();
      return;
    case 'failed': {
      const { code, message } = played;
      await send('response.failed', { response: { id, status: 'failed', error: { code, message } } });
      response.end();
      return;
    }
    case 'reply': {
      const whole = wholeOf(played, id, answering);
      for (const [index, item] of outputOf(whole).entries()) await sendItem(send, index, item);
      await send(whole['status'] === 'incomplete' ? 'response.incomplete' : 'response.completed', { response: whole });
      response.end();
    }
  }
}

async function sendItem(
  send: (type: string, fields: Json) => Promise<boolean>,
  index: number,
  item: Json,
): Promise<void> {
  await send('response.output_item.added', { output_index: index, item: { ...item, status: 'in_progress' } });
  for (const piece of textOf(item).match(/[\s\S]{1,20}/g) ?? []) {
    await send('response.output_text.delta', { output_index: index, delta: piece });
  }
  await send('response.output_item.done', { output_index: index, item });
}

function textOf({ content }: Json): string {
  const [part] = Array.isArray(content) ? content : [];
  return isRecord(part) && typeof part['text'] === 'string' ? part['text'] : '';
}

function outputOf(whole: Json): readonly Json[] {
  const { output } = whole;
  return Array.isArray(output) ? output.filter(isRecord) : [];
}

function wholeOf(played: FakeResponsesBehaviour, id: string, answering: Answering): Json {
  const { inputTokens, nextId, input } = answering;
  const checkpoint = isDue(answering) ? [checkpointOf(nextId(), input)] : [];
  const isOrdered = input.at(-1)?.['type'] === 'compaction_trigger';
  const said = played.kind === 'reply' && !isOrdered ? itemsOf(played, nextId) : [];
  const output = [...checkpoint, ...said];
  const incomplete = played.kind === 'reply' ? played.incomplete : undefined;
  return {
    id,
    object: 'response',
    status: incomplete === undefined ? 'completed' : 'incomplete',
    incomplete_details: incomplete === undefined ? null : { reason: incomplete },
    output,
    usage: {
      input_tokens: inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: countFakeTokens(JSON.stringify(said)),
    },
  };
}

/** Whether the server compacts now: it was told at which size, or that it must. */
function isDue({ body, input, inputTokens }: Answering): boolean {
  if (input.at(-1)?.['type'] === 'compaction_trigger') return true;
  const [edit] = Array.isArray(body['context_management']) ? body['context_management'] : [];
  return isRecord(edit) && typeof edit['compact_threshold'] === 'number' && inputTokens > edit['compact_threshold'];
}

/** Opaque, and the same for the same input. */
function checkpointOf(id: string, input: readonly Json[]): Json {
  const sealed = Buffer.from(`sealed ${input.length} items of ${JSON.stringify(input).length}`).toString('base64');
  return { type: 'compaction', id: `cmp_${id}`, encrypted_content: sealed };
}

function itemsOf(played: Extract<FakeResponsesBehaviour, { kind: 'reply' }>, nextId: () => string): readonly Json[] {
  const { text, reasoning, toolCalls = [] } = played;
  const said = text ?? (toolCalls.length === 0 ? 'Hello.' : undefined);
  return [
    ...(reasoning === undefined
      ? []
      : [
          {
            type: 'reasoning',
            id: `rs_${nextId()}`,
            summary: [],
            encrypted_content: Buffer.from(reasoning).toString('base64'),
          },
        ]),
    ...(said === undefined
      ? []
      : [
          {
            type: 'message',
            id: `msg_${nextId()}`,
            status: 'completed',
            role: 'assistant',
            content: [{ type: 'output_text', text: said, annotations: [] }],
          },
        ]),
    ...toolCalls.map((call) => {
      const id = nextId();
      return { type: 'function_call', id: `fc_${id}`, call_id: `call_${id}`, status: 'completed', ...call };
    }),
  ];
}
