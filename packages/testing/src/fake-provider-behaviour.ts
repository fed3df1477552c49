import type { TokenUsage } from '@hermes-context/contract';

/** How the fake provider answers one request for a completion, streamed or not. */
export type FakeBehaviour =
  /**
   * A good answer: `reasoning`, `text`, `toolCalls`, in this order, any of them absent. Calls of one answer are streamed
   * in turns, piece by piece, so that a reader must go by their `index`. `chunkChars` is the size of a piece, default 20;
   * `delayMs` passes before the first byte; `usage` defaults to what the server counted; `finishReason` to `tool_calls`
   * where there are calls, else `stop`.
   */
  | {
      readonly kind: 'reply';
      readonly text?: string;
      /** Sent as `reasoning_content`. */
      readonly reasoning?: string;
      readonly toolCalls?: readonly FakeToolCall[];
      readonly chunkChars?: number;
      readonly usage?: TokenUsage;
      readonly delayMs?: number;
      readonly finishReason?: FakeFinishReason;
    }
  /** An error response. `code` and `message` default to what providers send with that status. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly code?: string;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The request is read, and nothing ever comes back, not even headers. */
  | { readonly kind: 'hang' }
  /** So many events of a stream, the opening one included, then silence; half of the body when not streamed. */
  | { readonly kind: 'hang-mid-stream'; readonly afterChunks: number }
  /** The same, but the connection breaks. */
  | { readonly kind: 'cut'; readonly afterChunks: number }
  /** Success, with an empty text. */
  | { readonly kind: 'empty' }
  /** Success, with the text in `refusal` instead of `content`. */
  | { readonly kind: 'refusal'; readonly text: string }
  /** An answer that stopped at the output limit: `finish_reason: "length"`. */
  | { readonly kind: 'truncated'; readonly text: string }
  /** A tool call where text was wanted. */
  | ({ readonly kind: 'tool-call' } & FakeToolCall)
  /** Success by its status, with a page of HTML for a body, as captive portals and broken proxies send. */
  | { readonly kind: 'not-json' }
  /** An error inside a successful response: an `error` event after the first pieces, or an `error` body when not streamed. */
  | { readonly kind: 'stream-error'; readonly message: string };

/** A call that the fake model makes. */
export interface FakeToolCall {
  /** Default `call_<n>`, counting over the life of the server, so that no id comes twice. */
  readonly id?: string;
  readonly name: string;
  /** JSON text; it need not parse. */
  readonly arguments: string;
}

/** Why a model stopped, as OpenAI spells it. */
export type FakeFinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

/** A behaviour, or how to choose it. `requestIndex` counts completion requests from 0. */
export type FakeScriptLine = FakeBehaviour | ((body: unknown, requestIndex: number) => FakeBehaviour);

/** What providers write into the error body of a status, where the script does not say. */
export function defaultErrorOf(status: number): { readonly code: string; readonly message: string } {
  return (
    DEFAULT_ERRORS[status] ??
    (status < 500
      ? { code: 'invalid_request_error', message: 'The request is not valid.' }
      : { code: 'server_error', message: 'The server had an error while processing your request.' })
  );
}

const DEFAULT_ERRORS: Readonly<Record<number, { readonly code: string; readonly message: string }>> = {
  400: {
    code: 'context_length_exceeded',
    message: "This model's maximum context length is 8192 tokens. However, your messages resulted in more.",
  },
  401: { code: 'invalid_api_key', message: 'Incorrect API key provided.' },
  402: { code: 'insufficient_quota', message: 'Insufficient credits. Add more to go on.' },
  403: { code: 'forbidden', message: 'The key is not allowed to use this model.' },
  404: { code: 'model_not_found', message: 'The model does not exist or you do not have access to it.' },
  413: { code: 'request_too_large', message: 'The request is too large.' },
  429: { code: 'rate_limit_exceeded', message: 'Rate limit reached for requests.' },
  503: { code: 'service_unavailable', message: 'The engine is currently overloaded. Please try again later.' },
  529: { code: 'overloaded_error', message: 'Overloaded' },
};
