import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CompletionSurroundings, completionBody, completionChunks, completionOf } from './fake-completion.ts';
import { defaultErrorOf, type FakeBehaviour } from './fake-provider-behaviour.ts';
import { sentCount } from './fake-script.ts';
import { writeTo } from './fake-server.ts';
import { isRecord } from './is-record.ts';

/** The list of models, which no script needs to foresee. */
interface ModelList {
  readonly kind: 'models';
  readonly names: readonly string[];
}

interface Exchange {
  readonly request: { readonly body: unknown };
  readonly surroundings: CompletionSurroundings;
  readonly response: ServerResponse;
}

/** Play one behaviour on an open response. Resolves when nothing more will be written. */
export async function answer(behaviour: FakeBehaviour | ModelList, exchange: Exchange): Promise<void> {
  const { response } = exchange;
  switch (behaviour.kind) {
    case 'models':
      return sendJson(response, modelList(behaviour.names));
    case 'status':
      return sendError(response, behaviour);
    case 'hang':
      return;
    case 'not-json':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Please sign in.</body></html>');
      return;
    case 'reply':
      if (behaviour.delayMs !== undefined) await sleep(behaviour.delayMs);
      return complete(behaviour, exchange);
    default:
      return complete(behaviour, exchange);
  }
}

function modelList(names: readonly string[]): object {
  const data = names.map((id) => ({ id, object: 'model', created: 0, owned_by: 'fake' }));
  return { object: 'list', data };
}

type StatusBehaviour = Extract<FakeBehaviour, { readonly kind: 'status' }>;

function sendError(response: ServerResponse, { status, headers, code, message }: StatusBehaviour): void {
  const usual = defaultErrorOf(status);
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error: wireError({ code: code ?? usual.code, message: message ?? usual.message }) }));
}

function wireError(error: { readonly code: string; readonly message: string }): object {
  return { ...error, type: error.code, param: null };
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function complete(behaviour: FakeBehaviour, exchange: Exchange): Promise<void> {
  const { response, surroundings } = exchange;
  const { body } = exchange.request;
  const asked = isRecord(body) ? body : {};
  const model = typeof asked['model'] === 'string' ? asked['model'] : 'fake-model';
  const completion = completionOf(behaviour, surroundings);
  if (asked['stream'] !== true) return sendWhole(behaviour, completionBody(completion, model), response);
  const streamOptions = asked['stream_options'];
  const includeUsage = isRecord(streamOptions) && streamOptions['include_usage'] === true;
  await sendStream(behaviour, completionChunks(completion, { model, includeUsage }), response);
}

async function sendWhole(behaviour: FakeBehaviour, body: object, response: ServerResponse): Promise<void> {
  if (behaviour.kind === 'stream-error') {
    return sendJson(response, { error: wireError({ code: 'server_error', message: behaviour.message }) });
  }
  if (behaviour.kind !== 'cut' && behaviour.kind !== 'hang-mid-stream') return sendJson(response, body);
  const json = JSON.stringify(body);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) });
  await writeTo(response, json.slice(0, json.length / 2));
  if (behaviour.kind === 'cut') response.destroy();
}

async function sendStream(
  behaviour: FakeBehaviour,
  chunks: readonly object[],
  response: ServerResponse,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  for (const chunk of chunks.slice(0, sentCount(behaviour))) {
    if (!(await writeTo(response, eventOf(chunk)))) return;
  }
  switch (behaviour.kind) {
    case 'hang-mid-stream':
      return;
    case 'cut':
      response.destroy();
      return;
    case 'stream-error':
      response.end(eventOf({ error: wireError({ code: 'server_error', message: behaviour.message }) }));
      return;
    default:
      response.end('data: [DONE]\n\n');
  }
}

function eventOf(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
