import type { AssistantMessage, Messages, ModelInfo, TokenUsage } from '@hermes-context/contract';
import type { WireObject } from '../wire-value.ts';

/**
 * A model that answers conversations, whatever its wire. Holds no conversation: each call brings the whole list.
 *
 * @see {@link openAiChatModel} for the one behind any OpenAI-compatible endpoint, {@link anthropicChatModel} for
 * Anthropic's own.
 */
export interface ChatModel {
  readonly info: ModelInfo;
  /**
   * Who serves it, without credentials, such as `https://api.openai.com/v1`. Opaque items (signed thinking, encrypted
   * reasoning) and reported sizes of one route say nothing to another.
   */
  readonly route: string;
  /** The form in which it sends, which decides where a cache marker can stand. Absent: no form that {@link ChatRequest.prepareWire} sees. */
  readonly wire?: ChatWireShape;
  /** How to reach it, key included, for who asks it for something else, such as a summary. Absent: it is not reached by HTTP. */
  readonly endpoint?: () => ChatEndpoint;
  /**
   * One request. Side data under `_context` never reaches the wire.
   *
   * @throws ChatModelError when no answer came, or none that can be used.
   * @throws The signal's reason, when it aborts.
   */
  complete(request: ChatRequest): Promise<ChatReply>;
  /**
   * Only where the server holds the conversation: have it compacted there, and wait until it is.
   *
   * @param threadId - As in {@link ChatReply.threadId}.
   * @throws The signal's reason, when it aborts.
   */
  readonly compactThread?: (threadId: string, call: { readonly signal: AbortSignal }) => Promise<ThreadCompaction>;
  /** Let go of what serves it, such as a process. Absent where nothing is held. Never rejects; may be called twice. */
  readonly close?: () => Promise<void>;
}

/** What came of the compaction of a conversation that the server holds. */
export type ThreadCompaction =
  | {
      readonly kind: 'compacted';
      readonly turnId: string;
      /** What the server estimates that is left, in tokens. */
      readonly tokensAfter?: number;
    }
  /** `detail` is a sentence for a person. */
  | { readonly kind: 'failed'; readonly detail: string };

/** Request forms of the models of this package. */
export type ChatWireShape = 'anthropic' | 'openai-chat' | 'openai-responses';

/**
 * The parts of a request that a provider caches, in wire form, as they would be sent: results merged, side data gone.
 * A message, and a tool, that is the same object as in an earlier request of the same model did not change.
 */
export interface WirePromptParts {
  readonly shape: ChatWireShape | 'openai-responses';
  /** Absent where there are none. */
  readonly tools?: readonly WireObject[];
  /** Where the form has a place of its own for it: Anthropic `system`, Responses `instructions`. Else it is a message. */
  readonly system?: string | readonly WireObject[];
  /** Messages, or the input items of the Responses API. */
  readonly messages: readonly WireObject[];
}

/** Where a model is served by the OpenAI chat protocol. A secret: never logged. */
export interface ChatEndpoint {
  /** Absent: the API of OpenAI. */
  readonly baseUrl?: string;
  /** Empty for a server that wants none. */
  readonly apiKey: string;
}

/** A tool as the model is told of it. */
export interface ChatTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** One request to a model. */
export interface ChatRequest {
  /** Not edited in place, then or later: the same object is taken for the same message, and what was made of it is sent again. */
  readonly messages: Messages;
  readonly tools: readonly ChatTool[];
  readonly signal: AbortSignal;
  /** Told of each piece as it arrives. Must not throw. */
  readonly onDelta?: (delta: ChatDelta) => void;
  /**
   * The last hand on the request, such as one that sets cache markers: gets its parts in wire form, once a request, and
   * what it returns is sent, by retries too. Must not throw, and must not edit what it gets: objects are used again.
   */
  readonly prepareWire?: (parts: WirePromptParts) => WirePromptParts;
  /**
   * Stable id of the conversation, the same after a compaction, so that a provider finds the cache of the last request.
   * Sent to OpenAI as `prompt_cache_key` and to OpenRouter as `session_id`; nobody else is told.
   */
  readonly promptCacheKey?: string;
  /**
   * Let the server compact by itself where it can. A checkpoint that comes of it is an item of the answer's
   * `_context.wire`; which of the earlier ones are sent is the caller's to say. Absent: it must not.
   */
  readonly serverCompaction?: ServerCompactionRequest;
  /** Of an earlier {@link ChatReply.threadId} of this conversation: it goes on there. Absent: it begins. */
  readonly threadId?: string;
  /** How many of the messages the thread has seen. What came since, by another model, it is told. Default: all but the newest. */
  readonly threadSeen?: number;
}

/** When a server is to compact, in tokens of input. */
export interface ServerCompactionRequest {
  /** As configured. */
  readonly thresholdTokens?: number;
  /** Where a compaction here begins: the server's comes before it. Absent: there is none here. */
  readonly localTriggerTokens?: number;
}

/** What came of it. */
export type ServerCompactionReport =
  /** It was not asked for; why, in a sentence. */
  | { readonly kind: 'not-asked'; readonly reason: string }
  | { readonly kind: 'asked'; readonly thresholdTokens: number }
  /** It was asked for, and the answer holds a checkpoint; or the server that holds the conversation compacted it. */
  | { readonly kind: 'compacted'; readonly thresholdTokens?: number; readonly turnId?: string }
  /** The server does not take the field, and was asked without it: not to be asked for again in this session. */
  | { readonly kind: 'refused'; readonly detail: string };

/** A piece of an answer. */
export type ChatDelta =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string };

/** What came back. */
export interface ChatReply {
  readonly message: AssistantMessage;
  /**
   * - `tool-calls`: exactly when the message has calls and was not cut at the output limit.
   * - `length`: cut at the output limit. Calls in it may be broken: their arguments need not parse.
   * - `refusal`: the model, or a filter of its provider, would not go on. The content is what was said.
   * - `other`: the provider gave a reason that is none of these.
   */
  readonly finish: 'stop' | 'tool-calls' | 'length' | 'refusal' | 'other';
  /** Absent where the provider reported none. */
  readonly usage?: TokenUsage;
  /** Set where {@link ChatRequest.serverCompaction} was, and the model knows of such a thing. */
  readonly serverCompaction?: ServerCompactionReport;
  /** Where the server holds the conversation: the name that it goes by there. */
  readonly threadId?: string;
}
