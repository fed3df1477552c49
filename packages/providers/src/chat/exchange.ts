import type { WireObject } from '../wire-value.ts';
import { type AskFailure, FailureReporter } from './ask-failure.ts';
import { CallWatch } from './call-watch.ts';
import type { ChatDelta, ChatReply } from './chat-model.ts';
import type { Endpoint } from './endpoint.ts';
import type { FinishedAnswer } from './finished-answer.ts';
import type { OpenedAnswer, OpenedChat, ServerEvent } from './post-watched.ts';
import { parseJson } from './read-field.ts';
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

/** A protocol: how to post a request of it, and how to read what comes. */
export interface ChatWire {
  /** Load the client. What it resolves to posts one request, and throws what the connection threw. */
  load(): Promise<(ask: Ask, watch: CallWatch) => Promise<OpenedChat>>;
  /** Begin to read an answer. */
  newAnswer(onDelta: (delta: ChatDelta) => void): GrowingAnswer;
}

/** An answer while it arrives, so that what came before a break is known too. */
export interface GrowingAnswer {
  /** The body, looked at on its way where its bytes tell something that its events do not. */
  watch(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array>;
  /** Take in an event of a stream. */
  addEvent(event: ServerEvent): void;
  /** Take in the one body of a server that does not stream. */
  addWhole(body: unknown): void;
  /** Whether the stream said that it is at its end: without it, it was cut. */
  readonly isAtEnd: boolean;
  /** Whether the model said why it stopped: then nothing of the answer is missing. */
  readonly hasStopped: boolean;
  /** Whether anything of an answer was there. */
  readonly hasBegun: boolean;
  /** An error that came inside a successful response; `undefined` for none. */
  readonly error: unknown;
  /** The reply of an answer that arrived whole. */
  finish(): FinishedAnswer;
}

/** How far reading came. */
type Reading =
  | { readonly kind: 'whole' }
  /** It is no answer. `what` follows the name of the model. */
  | { readonly kind: 'foreign'; readonly what: string }
  | { readonly kind: 'broken'; readonly cause?: unknown };

/** Ask once. What goes wrong is a value; after an abort, it says nothing. */
export async function exchange(wire: ChatWire, ask: Ask): Promise<AskOutcome> {
  const open = await wire.load(); // not counted as silence of the server
  const report = new FailureReporter(ask.endpoint, ask.idleTimeoutMs);
  using watch = new CallWatch(ask.signal, ask.idleTimeoutMs);
  const opened = await open(ask, watch).catch((cause: unknown) => ({ kind: 'thrown', cause }) as const);
  switch (opened.kind) {
    case 'thrown':
      return report.brokenOff(watch, opened.cause);
    case 'error':
      return report.response(opened.error);
    case 'answer': {
      const answer = wire.newAnswer(ask.onDelta);
      const reading = await read(opened, answer).catch((cause: unknown) => ({ kind: 'broken', cause }) as const);
      return judge(reading, { answer, report, watch });
    }
  }
}

async function read(opened: OpenedAnswer, answer: GrowingAnswer): Promise<Reading> {
  const { response } = opened;
  if (response.body === null) return EMPTY;
  const { kind, body } = await sniffBody(response.body);
  switch (kind) {
    case 'empty':
      return EMPTY;
    case 'html':
      return { kind: 'foreign', what: 'sent a page of HTML' }; // a portal or a proxy answers in the provider's place
    case 'json':
      return readWhole(body, answer);
    case 'events':
      return readEvents(opened, body, answer);
  }
}

const EMPTY: Reading = { kind: 'foreign', what: 'sent an empty body' };

/** A server that does not stream, though it was asked to. */
async function readWhole(body: ReadableStream<Uint8Array>, answer: GrowingAnswer): Promise<Reading> {
  const value = parseJson(await new Response(body).text());
  if (value === undefined) return { kind: 'foreign', what: 'sent a body that is not JSON' };
  answer.addWhole(Array.isArray(value) ? value[0] : value);
  return { kind: 'whole' };
}

async function readEvents(
  { response, eventsOf }: OpenedAnswer,
  body: ReadableStream<Uint8Array>,
  answer: GrowingAnswer,
): Promise<Reading> {
  for await (const event of eventsOf(answer.watch(body))) answer.addEvent(event);
  if (answer.isAtEnd) return { kind: 'whole' };
  const isStream = response.headers.get('content-type')?.includes('event-stream') === true;
  return isStream || answer.hasBegun ? { kind: 'broken' } : { kind: 'foreign', what: 'sent plain text' };
}

interface Judging {
  readonly answer: GrowingAnswer;
  readonly report: FailureReporter;
  readonly watch: CallWatch;
}

function judge(reading: Reading, { answer, report, watch }: Judging): AskOutcome {
  if (answer.error !== undefined) return report.inStream(answer.error);
  if (reading.kind === 'foreign') return report.unusable('bad-response', reading.what);
  // A model that said why it stopped has said all: what is missing then is the report of usage.
  if (reading.kind === 'broken' && !answer.hasStopped) return report.brokenOff(watch, reading.cause);
  if (!answer.hasBegun) return report.unusable('bad-response', 'sent nothing that is an answer');
  const finished = answer.finish();
  return finished.kind === 'reply' ? finished : report.unusable(finished.failure, finished.what);
}
