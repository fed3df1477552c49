import type { WireObject } from '../wire-value.ts';
import { type AskFailure, FailureReporter } from './ask-failure.ts';
import { AnswerAssembler } from './assemble-answer.ts';
import { CallWatch } from './call-watch.ts';
import type { ChatDelta, ChatReply } from './chat-model.ts';
import { DoneSpotter } from './done-spotter.ts';
import type { Endpoint } from './endpoint.ts';
import { finishAnswer } from './finish-answer.ts';
import { loadClient, type OpenedChat, openChat } from './open-chat.ts';
import { parseJson, readField } from './read-field.ts';
import { sniffBody } from './sniff-body.ts';

/** One request. */
export interface Ask {
  readonly endpoint: Endpoint;
  readonly body: WireObject;
  readonly signal: AbortSignal;
  readonly idleTimeoutMs: number;
  readonly onDelta: (delta: ChatDelta) => void;
}

/** What became of it. */
export type AskOutcome = { readonly kind: 'reply'; readonly reply: ChatReply } | AskFailure;

type Answer = Extract<OpenedChat, { readonly kind: 'answer' }>;

/** How far reading came. */
type Reading =
  | { readonly kind: 'whole' }
  /** It is no completion. `what` follows the name of the model. */
  | { readonly kind: 'foreign'; readonly what: string }
  | { readonly kind: 'broken'; readonly cause?: unknown };

/** Ask once. What goes wrong is a value; after an abort, it says nothing. */
export async function askOnce(ask: Ask): Promise<AskOutcome> {
  const client = await loadClient(); // not counted as silence of the server
  const report = new FailureReporter(ask.endpoint, ask.idleTimeoutMs);
  using watch = new CallWatch(ask.signal, ask.idleTimeoutMs);
  const opened = await openChat(ask, client, watch).catch((cause: unknown) => ({ kind: 'thrown', cause }) as const);
  switch (opened.kind) {
    case 'thrown':
      return report.brokenOff(watch, opened.cause);
    case 'error':
      return report.response(opened.error);
    case 'answer': {
      const assembler = new AnswerAssembler(ask.onDelta);
      const reading = await read(opened, assembler).catch((cause: unknown) => ({ kind: 'broken', cause }) as const);
      return judge(reading, { assembler, report, watch });
    }
  }
}

async function read(answer: Answer, assembler: AnswerAssembler): Promise<Reading> {
  const { response } = answer;
  if (response.body === null) return EMPTY;
  const { kind, body } = await sniffBody(response.body);
  switch (kind) {
    case 'empty':
      return EMPTY;
    case 'html':
      return { kind: 'foreign', what: 'sent a page of HTML' }; // a portal or a proxy answers in the provider's place
    case 'json':
      return readWhole(body, assembler);
    case 'events':
      return readEvents(answer, body, assembler);
  }
}

const EMPTY: Reading = { kind: 'foreign', what: 'sent an empty body' };

/** A server that does not stream, though it was asked to. */
async function readWhole(body: ReadableStream<Uint8Array>, assembler: AnswerAssembler): Promise<Reading> {
  const value = parseJson(await new Response(body).text());
  if (value === undefined) return { kind: 'foreign', what: 'sent a body that is not JSON' };
  assembler.add(Array.isArray(value) ? value[0] : value);
  return { kind: 'whole' };
}

async function readEvents(
  { response, eventsOf }: Answer,
  body: ReadableStream<Uint8Array>,
  assembler: AnswerAssembler,
): Promise<Reading> {
  const done = new DoneSpotter();
  for await (const { event, data } of eventsOf(done.watch(body))) {
    if (event === 'error') assembler.addError(readField(data, 'error') ?? data);
    else assembler.add(data);
  }
  if (done.hasSeen) return { kind: 'whole' };
  const isStream = response.headers.get('content-type')?.includes('event-stream') === true;
  return isStream || assembler.answer.isCompletion ? { kind: 'broken' } : { kind: 'foreign', what: 'sent plain text' };
}

interface Judging {
  readonly assembler: AnswerAssembler;
  readonly report: FailureReporter;
  readonly watch: CallWatch;
}

function judge(reading: Reading, { assembler: { answer }, report, watch }: Judging): AskOutcome {
  if (answer.error !== undefined) return report.inStream(answer.error);
  if (reading.kind === 'foreign') return report.unusable('bad-response', reading.what);
  // A model that said why it stopped has said all: what is missing then is the report of usage.
  if (reading.kind === 'broken' && answer.finishReason === undefined) return report.brokenOff(watch, reading.cause);
  if (!answer.isCompletion) return report.unusable('bad-response', 'sent nothing that is an answer');
  const finished = finishAnswer(answer);
  return finished.kind === 'reply' ? finished : report.unusable(finished.failure, finished.what);
}
