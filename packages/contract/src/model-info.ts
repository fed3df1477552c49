/**
 * What the provider does by itself to keep a conversation small.
 * - `none`: nothing; each request brings the whole list.
 * - `item`: it may compact within a request, and answers with a checkpoint: an opaque item of an assistant message that
 *   stands for all before it. The list here is not rewritten.
 * - `thread`: it holds the conversation itself; the list here is a record.
 */
export type ServerCompaction = 'none' | 'item' | 'thread';

/** The model that serves a session right now. */
export interface ModelInfo {
  /** As the provider spells it, such as `claude-sonnet-5`. */
  readonly name: string;
  /** Size of the context window, in tokens. */
  readonly contextTokens: number;
  /** The route, such as `anthropic` or `openai-codex`; unknown when the host did not say. */
  readonly provider?: string;
  /** The most the model may write in one answer, in tokens; unknown when the host did not say. */
  readonly maxOutputTokens?: number;
  /** Default `none`. With any other, the prompt may shrink without a compaction of the engine. */
  readonly serverCompaction?: ServerCompaction;
}

/** What one model call cost, in tokens, as the provider reported it. */
export interface TokenUsage {
  /** All input of the request, tokens read from or written to a cache included: they occupy the window too. */
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
}
