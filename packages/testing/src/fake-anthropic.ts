import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { type CountText, countFakeTokens } from './count-fake-tokens.ts';
import { answerMessages, type FakeRefusal, refuse } from './fake-anthropic-answer.ts';
import { FakeCache, type MeasuredPrompt, measurePrompt, type PromptBill } from './fake-anthropic-cache.ts';
import {
  behindCompaction,
  compactionEdit,
  compactPrompt,
  type FakeAnthropicCompaction,
} from './fake-anthropic-compaction.ts';
import { compactionReason } from './fake-anthropic-compaction-rules.ts';
import type { MessageFrame } from './fake-anthropic-events.ts';
import { fieldReason, type Reason } from './fake-anthropic-fields.ts';
import { markerReason } from './fake-anthropic-markers.ts';
import type { FakeAnthropicBehaviour } from './fake-anthropic-message.ts';
import type { Sent } from './fake-anthropic-prompt.ts';
import { signatureReason } from './fake-anthropic-signatures.ts';
import { turnReason } from './fake-anthropic-turns.ts';
import { countIds, DEFAULT_REPLY, playScript } from './fake-script.ts';
import { type ArrivedRequest, startServer } from './fake-server.ts';
import { isRecord } from './is-record.ts';

/** A behaviour, or how to choose it. `requestIndex` counts the requests that were well-formed, from 0. */
export type FakeAnthropicLine =
  | FakeAnthropicBehaviour
  | ((body: unknown, requestIndex: number) => FakeAnthropicBehaviour);

/** What {@link startFakeAnthropic} should play. */
export interface FakeAnthropicOptions {
  /**
   * Behaviours for the requests that are well-formed, in order; the last one repeats. A function chooses by the request.
   * Their `usage` is passed over: the server bills what it counts. Default: one friendly reply, always.
   */
  readonly script?: FakeAnthropicLine | readonly FakeAnthropicLine[];
  /** When given, every request without `x-api-key: <apiKey>` is answered with 401. */
  readonly apiKey?: string;
  /** Window of the model, in tokens. Default: no limit. A function is asked at each request. */
  readonly windowTokens?: number | (() => number);
  /** Time in milliseconds, by which cache entries die. Default: it stands still. */
  readonly now?: () => number;
  /** Shortest prefix that is cached, in tokens. Default 1,024; shorter ones are passed over without a word. */
  readonly minCacheTokens?: number;
  /** The model's tokenizer. Default {@link countFakeTokens}. */
  readonly count?: CountText;
  /**
   * Whether thinking is bound to system, tools and all earlier messages, as in models since September 2026. Default true:
   * thinking behind an edited message is refused. False: its own words alone must be unchanged.
   */
  readonly bindsThinking?: boolean;
  /** How it compacts where a request asks for that: `compact_20260112`, with its beta. Default: as the real one. */
  readonly compaction?: FakeAnthropicCompaction;
}

/** One request as it arrived. */
export interface FakeAnthropicRequest {
  readonly method: string;
  /** With its query, such as `/v1/messages`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON; the raw text where it does not parse, `undefined` where there is none. */
  readonly body: unknown;
  /** Why the server refused it by its own rules; `undefined` where the script had its turn. */
  readonly refusal: string | undefined;
  /** What its prompt costs; `undefined` where it was refused. Not charged where the script answers with an error. */
  readonly bill: PromptBill | undefined;
  /** Size in tokens of the prompt that the server compacted, or failed to, before it answered; `undefined` where it did not try. */
  readonly compactedTokens: number | undefined;
}

/** A strict server on the loopback interface that speaks Anthropic's Messages API. */
export interface FakeAnthropic extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`, without the version. */
  readonly url: string;
  /** All requests so far, oldest first, refused ones included. */
  readonly requests: readonly FakeAnthropicRequest[];
  /** Stop, and break all open connections. May be called twice. */
  close(): Promise<void>;
}

const DEFAULT_MIN_CACHE_TOKENS = 1_024;
/** Largest body, in characters. Source: provider reference, section 1.7, read 2026-11. */
const MAX_BODY_CHARS = 32_000_000;

/** Start a strict fake of Anthropic's API on a free port of 127.0.0.1. Close it, or hold it with `await using`. */
export async function startFakeAnthropic(options: FakeAnthropicOptions = {}): Promise<FakeAnthropic> {
  const { count = countFakeTokens, now = () => 0, minCacheTokens = DEFAULT_MIN_CACHE_TOKENS } = options;
  const requests: FakeAnthropicRequest[] = [];
  const nextBehaviour = playScript<FakeAnthropicBehaviour>(options.script ?? DEFAULT_REPLY, 'startFakeAnthropic');
  const nextCallId = countIds('toolu_');
  const nextMessageId = countIds('msg_');
  const cache = new FakeCache(minCacheTokens);

  async function serve(arrived: ArrivedRequest, response: ServerResponse): Promise<void> {
    const judged = judge(arrived, { options, count });
    if (judged.kind === 'refused') {
      requests.push({ ...arrived, refusal: judged.refusal.message, bill: undefined, compactedTokens: undefined });
      return refuse(response, judged.refusal);
    }
    const { body, prompt } = judged;
    const compacted = compactPrompt(body, prompt.totalTokens, options.compaction);
    const priced = compacted === undefined ? prompt : measurePrompt(compacted.body, count);
    const { bill, commit: onBegin } = cache.bill(priced, now());
    const compactedTokens = compacted === undefined ? undefined : prompt.totalTokens;
    requests.push({ ...arrived, refusal: undefined, bill, compactedTokens });
    const done = compacted && { block: compacted.block, bill: cache.bill(prompt, now()).bill };
    const asked: Pick<MessageFrame, 'compaction'> = compactionEdit(body) === undefined ? {} : { compaction: { done } };
    const frame: MessageFrame = { id: nextMessageId(), model: String(body['model']), bill, count, ...asked };
    const behaviour = nextBehaviour(arrived.body);
    await answerMessages(behaviour, { body: compacted?.boundTo ?? body, frame, nextCallId, onBegin, response });
  }

  const { port, close } = await startServer(serve);
  return { url: `http://127.0.0.1:${port}`, requests, close, [Symbol.asyncDispose]: close };
}

type Judgement =
  | { readonly kind: 'refused'; readonly refusal: FakeRefusal }
  | { readonly kind: 'served'; readonly body: Readonly<Record<string, unknown>>; readonly prompt: MeasuredPrompt };

interface Judging {
  readonly options: FakeAnthropicOptions;
  readonly count: CountText;
}

function judge(arrived: ArrivedRequest, { options, count }: Judging): Judgement {
  const atDoor = refusalAtDoor(arrived, options);
  if (atDoor !== undefined) return { kind: 'refused', refusal: atDoor };
  if (!isRecord(arrived.body)) return invalid('The request body is not valid JSON');
  const body = behindCompaction(arrived.body);
  const reason = wholeReason(arrived.body, arrived, options) ?? signatureReason(body, options.bindsThinking ?? true);
  if (reason !== undefined) return invalid(reason);
  const prompt = measurePrompt(body, count);
  const { windowTokens } = options;
  const maximum = typeof windowTokens === 'function' ? windowTokens() : windowTokens;
  if (maximum === undefined || prompt.totalTokens <= maximum) return { kind: 'served', body, prompt };
  return invalid(`prompt is too long: ${prompt.totalTokens} tokens > ${maximum} maximum`);
}

/** What is wrong with a request, what its model does not see included. */
function wholeReason(body: Sent, { headers }: ArrivedRequest, { compaction }: FakeAnthropicOptions): Reason {
  return compactionReason({ headers, body }, compaction) ?? fieldReason(body) ?? turnReason(body) ?? markerReason(body);
}

function refusalAtDoor(
  { method, path, headers, body }: ArrivedRequest,
  { apiKey }: FakeAnthropicOptions,
): FakeRefusal | undefined {
  if (apiKey !== undefined && headers['x-api-key'] !== apiKey) {
    return { status: 401, type: 'authentication_error', message: 'invalid x-api-key' };
  }
  if (method !== 'POST' || path.split('?')[0] !== '/v1/messages') {
    return { status: 404, type: 'not_found_error', message: `Not found: ${method} ${path}` };
  }
  if (headers['anthropic-version'] === undefined) return invalid('anthropic-version: header is required').refusal;
  if (JSON.stringify(body ?? '').length <= MAX_BODY_CHARS) return undefined;
  return { status: 413, type: 'request_too_large', message: 'Request exceeds the maximum size' };
}

function invalid(message: string) {
  return { kind: 'refused', refusal: { status: 400, type: 'invalid_request_error', message } } as const;
}
