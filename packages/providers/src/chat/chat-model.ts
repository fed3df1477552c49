import type { AssistantMessage, Messages, ModelInfo, TokenUsage } from '@hermes-context/contract';

/**
 * A model that answers conversations, whatever its wire. Holds no conversation: each call brings the whole list.
 *
 * @see {@link openAiChatModel} for the one behind any OpenAI-compatible endpoint.
 */
export interface ChatModel {
  readonly info: ModelInfo;
  /**
   * Who serves it, without credentials, such as `https://api.openai.com/v1`. Opaque items (signed thinking, encrypted
   * reasoning) and reported sizes of one route say nothing to another.
   */
  readonly route: string;
  /** How to reach it, key included, for who asks it for something else, such as a summary. Absent: it is not reached by HTTP. */
  readonly endpoint?: () => ChatEndpoint;
  /**
   * One request. Side data under `_context` never reaches the wire.
   *
   * @throws ChatModelError when no answer came, or none that can be used.
   * @throws The signal's reason, when it aborts.
   */
  complete(request: ChatRequest): Promise<ChatReply>;
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
  readonly messages: Messages;
  readonly tools: readonly ChatTool[];
  readonly signal: AbortSignal;
  /** Told of each piece as it arrives. Must not throw. */
  readonly onDelta?: (delta: ChatDelta) => void;
}

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
}
