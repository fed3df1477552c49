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
}

/** What one model call cost, in tokens, as the provider reported it. */
export interface TokenUsage {
  /** All input of the request, tokens read from or written to a cache included: they occupy the window too. */
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
}
