/** How the fake answers one request, streamed or not. */
export type FakeResponsesBehaviour =
  /**
   * An answer: reasoning, text, calls, in this order, any of them absent. `reasoning` is an item that nobody can read,
   * encrypted where the request asks for that; `summary` is what can be read of it. Default text: a greeting, where there
   * are no calls; several texts are several messages.
   */
  | {
      readonly kind: 'reply';
      readonly text?: string | readonly string[];
      readonly reasoning?: string;
      readonly summary?: string;
      readonly toolCalls?: readonly { readonly name: string; readonly arguments: string }[];
      /** Cut at the output limit, or by the filter. */
      readonly incomplete?: 'max_output_tokens' | 'content_filter';
    }
  /** An error response. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly code?: string;
      readonly message?: string;
      readonly param?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** So many events of a stream, then silence. Default 1, the opening one; nothing at all when not streamed. */
  | { readonly kind: 'hang'; readonly afterEvents?: number }
  /** The same, but the connection breaks. Default 4, which is one piece of text; nothing at all when not streamed. */
  | { readonly kind: 'cut'; readonly afterEvents?: number }
  /** A response that failed: `response.failed` at the end of a stream. */
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  /** A stream that opens, and then says `error`. Not streamed, the same as `failed`. */
  | { readonly kind: 'stream-error'; readonly code: string; readonly message: string; readonly param?: string };

/** The behaviour that answers. */
export type FakeResponsesReply = Extract<FakeResponsesBehaviour, { readonly kind: 'reply' }>;
