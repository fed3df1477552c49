import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FakeEvent, type MessageFrame, messageBody, messageEvents } from './fake-anthropic-events.ts';
import { type FakeAnthropicBehaviour, messageOf } from './fake-anthropic-message.ts';
import type { Sent } from './fake-anthropic-prompt.ts';
import { sentCount } from './fake-script.ts';
import { writeTo } from './fake-server.ts';

/** A refusal, in the provider's form. */
export interface FakeRefusal {
  readonly status: number;
  readonly type: string;
  readonly message: string;
}

/** What an answer is made for. */
export interface Answering {
  /** The request, with what the model sees of the conversation. */
  readonly body: Sent;
  readonly frame: MessageFrame;
  readonly nextCallId: () => string;
  /** Called as a response begins that the provider bills. */
  readonly onBegin: () => void;
  readonly response: ServerResponse;
}

const ERROR_TYPES: ReadonlyMap<number, string> = new Map([
  [401, 'authentication_error'],
  [402, 'billing_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [504, 'timeout_error'],
  [529, 'overloaded_error'],
]);

/** Send a refusal. */
export function refuse(
  response: ServerResponse,
  refusal: FakeRefusal,
  headers: Readonly<Record<string, string>> = {},
): void {
  const { status, type, message } = refusal;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_fake' }));
}

/** Play one behaviour on an open response. Resolves when nothing more will be written. */
export async function answerMessages(behaviour: FakeAnthropicBehaviour, answering: Answering): Promise<void> {
  const { response } = answering;
  switch (behaviour.kind) {
    case 'status':
      return sendStatus(behaviour, response);
    case 'hang':
      return;
    case 'not-json':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Please sign in.</body></html>');
      return;
    case 'reply':
      if (behaviour.delayMs !== undefined) await sleep(behaviour.delayMs);
      return complete(behaviour, answering);
    default:
      return complete(behaviour, answering);
  }
}

type StatusBehaviour = Extract<FakeAnthropicBehaviour, { readonly kind: 'status' }>;

function sendStatus({ status, code, message, headers }: StatusBehaviour, response: ServerResponse): void {
  const usual = ERROR_TYPES.get(status) ?? (status < 500 ? 'invalid_request_error' : 'api_error');
  const said = message ?? (status === 529 ? 'Overloaded' : 'The fake was told to answer so.');
  refuse(response, { status, type: code ?? usual, message: said }, headers);
}

async function complete(behaviour: FakeAnthropicBehaviour, answering: Answering): Promise<void> {
  const { body, frame, nextCallId, onBegin, response } = answering;
  const said = messageOf(behaviour, body, nextCallId);
  const done = frame.compaction?.done;
  const message = done === undefined ? said : { ...said, blocks: [{ block: done.block }, ...said.blocks] };
  onBegin();
  if (body['stream'] !== true) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(messageBody(message, frame)));
    return;
  }
  await sendStream(behaviour, messageEvents(message, frame), response);
}

async function sendStream(
  behaviour: FakeAnthropicBehaviour,
  events: readonly FakeEvent[],
  response: ServerResponse,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  response.flushHeaders();
  for (const event of events.slice(0, sentCount(behaviour))) {
    if (!(await writeTo(response, textOfEvent(event)))) return;
  }
  switch (behaviour.kind) {
    case 'hang-mid-stream':
      return;
    case 'cut':
      response.destroy();
      return;
    case 'stream-error': {
      const type = behaviour.message === 'Overloaded' ? 'overloaded_error' : 'api_error';
      response.end(textOfEvent({ type: 'error', error: { type, message: behaviour.message } }));
      return;
    }
    default:
      response.end();
  }
}

function textOfEvent(event: FakeEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
