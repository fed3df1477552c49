import type { ModelInfo } from '@hermes-context/contract';
import { checkpointsIn } from '../from-checkpoint.ts';
import { nativeCompactionGate } from '../openai-responses/native-gate.ts';
import { refusesNative } from '../openai-responses/native-refusal.ts';
import { compactThresholdFor } from '../openai-responses/native-threshold.ts';
import { WireMemo } from '../wire-memo.ts';
import { askUntilAnswered } from './ask-until-answered.ts';
import { cacheKeyField } from './cache-key-field.ts';
import type {
  ChatDelta,
  ChatEndpoint,
  ChatModel,
  ChatReply,
  ChatRequest,
  ServerCompactionReport,
  ServerCompactionRequest,
  WirePromptParts,
} from './chat-model.ts';
import { type Endpoint, readEndpoint } from './endpoint.ts';
import { type AskOutcome, exchange } from './exchange.ts';
import { type Patience, type PatienceOptions, readPatience } from './patience.ts';
import { refusesField } from './responses-refusal.ts';
import { responsesPromptParts, responsesRequestBody } from './responses-request-body.ts';
import { cannotRead, UnreadableThoughts } from './responses-unreadable.ts';
import { createResponsesWire } from './responses-wire.ts';

const DEFAULT_BASE_URL = 'https://api.openai.com/v1';
const REASONING_NAMES = /\binclude\b|\breasoning\.encrypted_content\b/;

/** Where and how {@link responsesChatModel} asks. */
export interface ResponsesChatModelOptions extends PatienceOptions {
  /** As the provider spells it. */
  readonly model: string;
  /** What a host should know of the model; its window above all. */
  readonly info: ModelInfo;
  /** Default: the API of OpenAI, `https://api.openai.com/v1`. `/responses` is added to its path; a query stays. */
  readonly baseUrl?: string;
  /** Default: none is sent. The environment is not looked at. */
  readonly apiKey?: string;
  /**
   * Names of hosts, without ports, that compact as the API of OpenAI does where {@link ChatRequest.serverCompaction} is set.
   * Default: none, so that no other server is asked to.
   */
  readonly trustedHosts?: readonly string[];
}

/**
 * A model behind OpenAI Responses, streamed, under the same rules as {@link openAiChatModel}. Nothing is kept by the server
 * (`store: false`): encrypted reasoning and checkpoints are kept with their message, and sent back untouched.
 *
 * @throws InvalidOptionError - If `baseUrl` is no address, or holds a password.
 */
export function responsesChatModel(options: ResponsesChatModelOptions): ChatModel {
  return new ResponsesChatModel(options);
}

class ResponsesChatModel implements ChatModel {
  readonly info: ModelInfo;
  readonly route: string;
  readonly wire = 'openai-responses';
  readonly endpoint = (): ChatEndpoint => ({ baseUrl: this.#endpoint.baseUrl, apiKey: this.#endpoint.apiKey });
  readonly #endpoint: Endpoint;
  readonly #patience: Patience;
  readonly #trustedHosts: readonly string[];
  readonly #memo = new WireMemo();
  /** Until the server refuses the field: a model that does not reason may not know it. */
  #asksForReasoning = true;
  readonly #unreadable = new UnreadableThoughts();

  constructor({
    model,
    info,
    apiKey,
    baseUrl = DEFAULT_BASE_URL,
    trustedHosts = [],
    ...options
  }: ResponsesChatModelOptions) {
    this.#endpoint = readEndpoint(model, baseUrl, apiKey);
    this.#trustedHosts = trustedHosts;
    const { kind } = nativeCompactionGate(this.#gateFacts());
    this.info = kind === 'open' ? { ...info, serverCompaction: 'item' } : info;
    this.route = this.#endpoint.route;
    this.#patience = readPatience(options);
  }

  async complete(request: ChatRequest): Promise<ChatReply> {
    request.signal.throwIfAborted();
    const parts = responsesPromptParts(request, this.#memo);
    let report = this.#begin(request.serverCompaction);
    const reply = await askUntilAnswered(request, this.#patience, async (onDelta) => {
      const asked = await this.#ask({ request, parts, onDelta }, report);
      report = asked.report;
      return asked.outcome;
    });
    return report === undefined ? reply : { ...reply, serverCompaction: settled(report, reply) };
  }

  /** Whether the server is asked to compact; `undefined` where nobody wants that. */
  #begin(wanted: ServerCompactionRequest | undefined): ServerCompactionReport | undefined {
    if (wanted === undefined) return undefined;
    const gate = nativeCompactionGate(this.#gateFacts());
    if (gate.kind === 'closed') return { kind: 'not-asked', reason: gate.reason };
    return { kind: 'asked', thresholdTokens: compactThresholdFor(wanted) };
  }

  /** Ask, and once more without each thing that the server does not know or cannot read. */
  async #ask(asking: Asking, report: ServerCompactionReport | undefined): Promise<Asked> {
    let wanted: Wanted = { told: report, asksForReasoning: this.#asksForReasoning };
    for (;;) {
      const asked = await this.#askOnce(asking, wanted);
      const less = this.#withoutRefused(asking, wanted, asked);
      if (less === undefined) return { outcome: asked.outcome, report: wanted.told };
      wanted = less;
    }
  }

  /** What to ask for instead; `undefined` where nothing was refused that can be left out. */
  #withoutRefused(
    { parts }: Asking,
    { told, asksForReasoning }: Wanted,
    { outcome, refused }: AskedOnce,
  ): Wanted | undefined {
    if (outcome.kind === 'reply') return undefined;
    if (told?.kind === 'asked' && refused.native) {
      return { told: { kind: 'refused', detail: outcome.facts.detail }, asksForReasoning };
    }
    if (asksForReasoning && refused.reasoning) {
      this.#asksForReasoning = false;
      return { told, asksForReasoning: false };
    }
    return refused.thoughts && this.#unreadable.add(parts.messages) ? { told, asksForReasoning } : undefined;
  }

  async #askOnce({ request, parts, onDelta }: Asking, { told, asksForReasoning }: Wanted): Promise<AskedOnce> {
    const { model, route } = this.#endpoint;
    const refused = { native: false, reasoning: false, thoughts: false };
    const messages = this.#unreadable.leftOutOf(parts.messages);
    const wire = createResponsesWire({
      onError: (error) => {
        refused.native = refusesNative(error);
        refused.reasoning = refusesField(error, REASONING_NAMES);
        refused.thoughts = cannotRead(error);
      },
    });
    const outcome = await exchange(wire, {
      endpoint: this.#endpoint,
      body: responsesRequestBody(
        { ...parts, messages },
        {
          model,
          cacheKey: cacheKeyField(route, request.promptCacheKey),
          asksForReasoning,
          compactAtTokens: told?.kind === 'asked' ? told.thresholdTokens : undefined,
        },
      ),
      signal: request.signal,
      idleTimeoutMs: this.#patience.idleTimeoutMs,
      onDelta,
    });
    return { outcome, refused };
  }

  #gateFacts() {
    const { model, baseUrl } = this.#endpoint;
    return { model, baseUrl, trustedHosts: this.#trustedHosts };
  }
}

/** A request on its way, prepared. */
interface Asking {
  readonly request: ChatRequest;
  readonly parts: WirePromptParts;
  readonly onDelta: (delta: ChatDelta) => void;
}

/** What of a request a server may refuse. */
interface Wanted {
  readonly told: ServerCompactionReport | undefined;
  readonly asksForReasoning: boolean;
}

interface Asked {
  readonly outcome: AskOutcome;
  readonly report: ServerCompactionReport | undefined;
}

interface AskedOnce {
  readonly outcome: AskOutcome;
  readonly refused: { readonly native: boolean; readonly reasoning: boolean; readonly thoughts: boolean };
}

function settled(report: ServerCompactionReport, { message }: ChatReply): ServerCompactionReport {
  if (report.kind !== 'asked' || checkpointsIn(message).length === 0) return report;
  return { kind: 'compacted', thresholdTokens: report.thresholdTokens };
}
