import type { ModelInfo } from '@hermes-context/contract';
import { WireMemo } from '../wire-memo.ts';
import { askUntilAnswered } from './ask-until-answered.ts';
import { cacheKeyField } from './cache-key-field.ts';
import type { ChatDelta, ChatEndpoint, ChatModel, ChatReply, ChatRequest, WirePromptParts } from './chat-model.ts';
import { chatPromptParts, chatRequestBody } from './chat-request-body.ts';
import { type Endpoint, readEndpoint } from './endpoint.ts';
import { type AskOutcome, exchange } from './exchange.ts';
import { openAiChatWire } from './openai-chat-wire.ts';
import { type Patience, type PatienceOptions, readPatience } from './patience.ts';

const DEFAULT_BASE_URL = 'https://api.openai.com/v1';

/** Where and how {@link openAiChatModel} asks. */
export interface OpenAiChatModelOptions extends PatienceOptions {
  /** As the provider spells it. */
  readonly model: string;
  /** What a host should know of the model; its window above all. */
  readonly info: ModelInfo;
  /** Default: the API of OpenAI, `https://api.openai.com/v1`. `/chat/completions` is added to its path; a query stays. */
  readonly baseUrl?: string;
  /** Default: none is sent, as local servers want it. The environment is not looked at. */
  readonly apiKey?: string;
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
  readonly wire = 'openai-chat';
  readonly endpoint = (): ChatEndpoint => ({ baseUrl: this.#endpoint.baseUrl, apiKey: this.#endpoint.apiKey });
  readonly #endpoint: Endpoint;
  readonly #patience: Patience;
  readonly #memo = new WireMemo();
  /** Until the server refuses the field: then the answer matters more than its size. */
  #asksForUsage = true;

  constructor({ model, info, apiKey, baseUrl = DEFAULT_BASE_URL, ...options }: OpenAiChatModelOptions) {
    this.#endpoint = readEndpoint(model, baseUrl, apiKey);
    this.info = info;
    this.route = this.#endpoint.route;
    this.#patience = readPatience(options);
  }

  async complete(request: ChatRequest): Promise<ChatReply> {
    request.signal.throwIfAborted();
    const parts = chatPromptParts(request, this.#memo);
    return await askUntilAnswered(request, this.#patience, (onDelta) => this.#ask({ request, parts, onDelta }));
  }

  /** Ask, and a second time where the server does not know a field that can be left out. */
  async #ask(asking: Asking): Promise<AskOutcome> {
    const outcome = await this.#askOnce(asking);
    if (outcome.kind === 'reply' || outcome.refusesUsageReport !== true || !this.#asksForUsage) return outcome;
    this.#asksForUsage = false;
    return await this.#askOnce(asking);
  }

  #askOnce({ request, parts, onDelta }: Asking): Promise<AskOutcome> {
    const { model, route } = this.#endpoint;
    const cacheKey = cacheKeyField(route, request.promptCacheKey);
    return exchange(openAiChatWire, {
      endpoint: this.#endpoint,
      body: chatRequestBody(parts, { model, cacheKey, asksForUsage: this.#asksForUsage }),
      signal: request.signal,
      idleTimeoutMs: this.#patience.idleTimeoutMs,
      onDelta,
    });
  }
}

/** A request on its way, prepared. */
interface Asking {
  readonly request: ChatRequest;
  readonly parts: WirePromptParts;
  readonly onDelta: (delta: ChatDelta) => void;
}
