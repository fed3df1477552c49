import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelInfo } from '@hermes-context/contract';
import { type AskOutcome, askOnce } from './ask-once.ts';
import { CALL_CEILING_MS } from './call-watch.ts';
import type { ChatDelta, ChatEndpoint, ChatModel, ChatReply, ChatRequest } from './chat-model.ts';
import { ChatModelError } from './chat-model-error.ts';
import { chatRequestBody } from './chat-request-body.ts';
import { type Endpoint, readEndpoint } from './endpoint.ts';
import { isWorthRetry, retryWaitMs } from './retry-wait.ts';

const DEFAULT_IDLE_TIMEOUT_MS = 120_000;
const DEFAULT_RETRIES = 2;
const DEFAULT_RETRY_DELAY_MS = 1_000;

/** Where and how {@link openAiChatModel} asks. */
export interface OpenAiChatModelOptions {
  /** As the provider spells it. */
  readonly model: string;
  /** What a host should know of the model; its window above all. */
  readonly info: ModelInfo;
  /** Default: the API of OpenAI, `https://api.openai.com/v1`. `/chat/completions` is added to its path; a query stays. */
  readonly baseUrl?: string;
  /** Default: none is sent, as local servers want it. The environment is not looked at. */
  readonly apiKey?: string;
  /**
   * Longest silence of the server, in milliseconds, before the first byte and between two. Default 120,000: a local
   * model that reads a long prompt may need more. Above 300,000 the wait for the first byte ends all the same.
   */
  readonly idleTimeoutMs?: number;
  /** How often a failure that may be chance is tried again, as long as nothing was handed out. Default 2; 0 fails at once. */
  readonly retries?: number;
  /** Wait in front of the first retry, in milliseconds, where the server does not say; it doubles. Default 1,000. */
  readonly retryDelayMs?: number;
}

/**
 * A model behind any endpoint that speaks the OpenAI chat protocol, streamed. Neither a limit of tokens nor a temperature
 * is sent. Overload, rate limits, breaks and silence are tried again, waiting as the server says, at most 20 seconds;
 * once a piece was handed out, never. Loads the client on first use.
 *
 * @throws InvalidOptionError - If `baseUrl` is no address, or holds a password.
 */
export function openAiChatModel(options: OpenAiChatModelOptions): ChatModel {
  return new OpenAiChatModel(options);
}

class OpenAiChatModel implements ChatModel {
  readonly info: ModelInfo;
  readonly route: string;
  readonly endpoint = (): ChatEndpoint => ({ baseUrl: this.#endpoint.baseUrl, apiKey: this.#endpoint.apiKey });
  readonly #endpoint: Endpoint;
  readonly #idleTimeoutMs: number;
  readonly #retries: number;
  readonly #retryDelayMs: number;
  /** Until the server refuses the field: then the answer matters more than its size. */
  #asksForUsage = true;

  constructor(options: OpenAiChatModelOptions) {
    this.#endpoint = readEndpoint(options.model, options.baseUrl, options.apiKey);
    this.info = options.info;
    this.route = this.#endpoint.route;
    this.#idleTimeoutMs = Math.min(options.idleTimeoutMs ?? DEFAULT_IDLE_TIMEOUT_MS, CALL_CEILING_MS);
    this.#retries = options.retries ?? DEFAULT_RETRIES;
    this.#retryDelayMs = options.retryDelayMs ?? DEFAULT_RETRY_DELAY_MS;
  }

  async complete(request: ChatRequest): Promise<ChatReply> {
    request.signal.throwIfAborted();
    return await orReason(this.#askUntilAnswered(request), request.signal);
  }

  async #askUntilAnswered(request: ChatRequest): Promise<ChatReply> {
    const { signal } = request;
    const deltas = new HandOut(request);
    for (let retriesBefore = 0; ; retriesBefore += 1) {
      const outcome = await this.#ask(request, deltas);
      if (outcome.kind === 'reply') return outcome.reply;
      const { facts, retryAfterMs } = outcome;
      const isFinal = deltas.hasBegun || retriesBefore >= this.#retries || !isWorthRetry(facts.failure);
      if (isFinal) throw new ChatModelError(facts);
      const waitMs = retryWaitMs({ retryAfterMs, retryDelayMs: this.#retryDelayMs, retriesBefore });
      await sleep(waitMs, undefined, { signal });
    }
  }

  /** Ask, and a second time where the server does not know a field that can be left out. */
  async #ask(request: ChatRequest, deltas: HandOut): Promise<AskOutcome> {
    const outcome = await this.#askOnce(request, deltas);
    if (outcome.kind === 'reply' || outcome.refusesUsageReport !== true || !this.#asksForUsage) return outcome;
    this.#asksForUsage = false;
    return await this.#askOnce(request, deltas);
  }

  #askOnce(request: ChatRequest, deltas: HandOut): Promise<AskOutcome> {
    return askOnce({
      endpoint: this.#endpoint,
      body: chatRequestBody(request, { model: this.#endpoint.model, asksForUsage: this.#asksForUsage }),
      signal: request.signal,
      idleTimeoutMs: this.#idleTimeoutMs,
      onDelta: (delta) => deltas.take(delta),
    });
  }
}

/** Hands out pieces until the request is aborted, and knows whether there were any. */
class HandOut {
  readonly #request: ChatRequest;
  #hasBegun = false;

  constructor(request: ChatRequest) {
    this.#request = request;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  take(delta: ChatDelta): void {
    const { signal, onDelta } = this.#request;
    if (signal.aborted || onDelta === undefined) return;
    this.#hasBegun = true;
    onDelta(delta);
  }
}

/** What comes of the work, or the signal's reason at once: the work ends by itself, and nobody waits for it. */
async function orReason<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
