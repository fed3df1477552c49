import type { ModelInfo } from '@hermes-context/contract';
import { WireMemo } from '../wire-memo.ts';
import { CompactionAttempt } from './anthropic-compaction-attempt.ts';
import { anthropicCompactionGate } from './anthropic-compaction-gate.ts';
import { refusesCompaction } from './anthropic-compaction-refusal.ts';
import { askUntilAnswered } from './ask-until-answered.ts';
import type { ChatDelta, ChatEndpoint, ChatModel, ChatReply, ChatRequest, WirePromptParts } from './chat-model.ts';
import { type Endpoint, readEndpoint } from './endpoint.ts';
import { type AskOutcome, exchange } from './exchange.ts';
import { messagesBetas, messagesPromptParts, messagesRequestBody } from './messages-request-body.ts';
import { createMessagesWire } from './messages-wire.ts';
import { type Patience, type PatienceOptions, readPatience } from './patience.ts';

const DEFAULT_BASE_URL = 'https://api.anthropic.com';

/** What each model since Claude 3.5 may write; the models of 2026 write eight times as much and more. Provider reference, section 1.5, read 2026-11. */
const DEFAULT_MAX_OUTPUT_TOKENS = 8_192;

/** Where and how {@link anthropicChatModel} asks. */
export interface AnthropicChatModelOptions extends PatienceOptions {
  /** As the provider spells it. */
  readonly model: string;
  /** What a host should know of the model; its window above all. */
  readonly info: ModelInfo;
  /**
   * Default: the API of Anthropic, `https://api.anthropic.com`. `/v1/messages` is added to its path, `/messages` where it
   * ends in `/v1`; a query stays.
   */
  readonly baseUrl?: string;
  /** Goes into the header `x-api-key`. Default: none is sent. The environment is not looked at. */
  readonly apiKey?: string;
  /**
   * The most that the model may write in one answer, in tokens, thinking included: the API wants a limit. Default: what
   * `info` says, else 8,192. A lower one cuts long answers off; one above what the model can write is refused.
   */
  readonly maxOutputTokens?: number;
  /**
   * Names of hosts, without ports, that compact as the API of Anthropic does where {@link ChatRequest.serverCompaction} is
   * set. Default: none, so that no other server is asked to.
   */
  readonly trustedHosts?: readonly string[];
}

/**
 * A model behind Anthropic's Messages API, streamed, under the same rules as {@link openAiChatModel}. Signed thinking is
 * kept with its message and sent back untouched; so is what the server compacted. Loads the client on first use.
 *
 * @throws InvalidOptionError - If `baseUrl` is no address, or holds a password.
 */
export function anthropicChatModel(options: AnthropicChatModelOptions): ChatModel {
  return new AnthropicChatModel(options);
}

class AnthropicChatModel implements ChatModel {
  readonly info: ModelInfo;
  readonly route: string;
  readonly wire = 'anthropic';
  readonly endpoint?: () => ChatEndpoint;
  readonly #endpoint: Endpoint;
  readonly #patience: Patience;
  readonly #maxOutputTokens: number;
  readonly #trustedHosts: readonly string[];
  readonly #memo = new WireMemo();

  constructor(options: AnthropicChatModelOptions) {
    const { model, info, apiKey, baseUrl = DEFAULT_BASE_URL } = options;
    this.#endpoint = readEndpoint(model, withoutVersion(baseUrl), apiKey);
    this.#trustedHosts = options.trustedHosts ?? [];
    const isOpen = anthropicCompactionGate(this.#gateFacts()).kind === 'open';
    this.info = isOpen ? { ...info, serverCompaction: 'item' } : info;
    this.route = this.#endpoint.route;
    const { route } = this;
    // Anthropic's own API answers in OpenAI's form too; of another server in Anthropic's form that is not known.
    if (route === DEFAULT_BASE_URL) this.endpoint = () => ({ baseUrl: `${route}/v1`, apiKey: this.#endpoint.apiKey });
    this.#patience = readPatience(options);
    this.#maxOutputTokens = options.maxOutputTokens ?? info.maxOutputTokens ?? DEFAULT_MAX_OUTPUT_TOKENS;
  }

  async complete(request: ChatRequest): Promise<ChatReply> {
    request.signal.throwIfAborted();
    const parts = messagesPromptParts(request, this.#memo);
    const compaction = new CompactionAttempt(request.serverCompaction, this.#gateFacts());
    const { signal } = request;
    const reply = await askUntilAnswered(request, this.#patience, (onDelta) =>
      this.#askOnce({ parts, signal, onDelta }, compaction),
    );
    return compaction.reportIn(reply);
  }

  /** A server that does not take the compaction is asked once more, without it. */
  async #askOnce(asked: Try, compaction: CompactionAttempt): Promise<AskOutcome> {
    const { outcome, isCompactionRefused } = await this.#send(asked, compaction.thresholdTokens);
    if (outcome.kind === 'reply' || !isCompactionRefused || compaction.thresholdTokens === undefined) return outcome;
    compaction.giveUp(outcome.facts.detail);
    return (await this.#send(asked, undefined)).outcome;
  }

  #gateFacts() {
    const { model, baseUrl } = this.#endpoint;
    return { model, baseUrl, trustedHosts: this.#trustedHosts };
  }

  async #send({ parts, signal, onDelta }: Try, compactAtTokens: number | undefined): Promise<Sent> {
    const { model } = this.#endpoint;
    let isCompactionRefused = false;
    const wire = createMessagesWire({
      betas: messagesBetas(parts, { compactAtTokens }),
      onError: (error) => {
        isCompactionRefused = refusesCompaction(error);
      },
    });
    const outcome = await exchange(wire, {
      endpoint: this.#endpoint,
      body: messagesRequestBody(parts, { model, maxOutputTokens: this.#maxOutputTokens, compactAtTokens }),
      signal,
      idleTimeoutMs: this.#patience.idleTimeoutMs,
      onDelta,
    });
    return { outcome, isCompactionRefused };
  }
}

interface Try {
  readonly parts: WirePromptParts;
  readonly signal: AbortSignal;
  readonly onDelta: (delta: ChatDelta) => void;
}

interface Sent {
  readonly outcome: AskOutcome;
  readonly isCompactionRefused: boolean;
}

/** Addresses of the OpenAI form end in the version, which is part of the path here. */
function withoutVersion(baseUrl: string): string {
  return baseUrl.replace(/\/v1\/?(?=\?|#|$)/, '');
}
