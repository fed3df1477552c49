/** One way to a model that can write summaries: any endpoint that speaks the OpenAI chat protocol. */
export interface ModelRoute {
  /** Which of the user's models it is: the one set up for summaries, or the one that holds the conversation. */
  readonly label: 'auxiliary' | 'main';
  /** As the provider spells it. */
  readonly model: string;
  /** An empty key is allowed: local servers want none. */
  readonly apiKey: string;
  /** Default: the API of OpenAI. The path's `/chat/completions` is added to it. */
  readonly baseUrl?: string;
  /**
   * Window of the model, in tokens. Default: what the table of models knows by its name. Unknown there too, the
   * material goes in one call, and in parts once the provider says that it is too long.
   */
  readonly contextTokens?: number;
}
