/** Something that happens in a turn, or in a compaction, of the fake app-server. */
export type FakeCodexStep =
  /** A message of the model: its item starts, arrives in `pieces` (default 2), completes. */
  | { readonly kind: 'text'; readonly text: string; readonly pieces?: number }
  | { readonly kind: 'reasoning'; readonly text: string }
  /** Any other item, started and completed at once. `type` decides what else a real one has. */
  | { readonly kind: 'item'; readonly type: string; readonly fields?: Readonly<Record<string, unknown>> }
  /** Usage of one request to the model. */
  | { readonly kind: 'usage'; readonly inputTokens: number; readonly outputTokens: number }
  /**
   * A compaction that completes: its item, the usage of its request (default 1,000 tokens in, 100 out), the estimate of
   * what is left (default 500). `deprecated` says whether `thread/compacted` comes too, or in place of the completed item.
   */
  | {
      readonly kind: 'compact';
      readonly requestTokens?: number;
      readonly tokensAfter?: number;
      readonly deprecated?: 'before' | 'after' | 'only';
    }
  /** A compaction that only starts. What follows decides how it ends. */
  | { readonly kind: 'start-compaction' }
  /** A request to the client; the turn goes on when it is answered. */
  | { readonly kind: 'ask'; readonly method: string; readonly params?: Readonly<Record<string, unknown>> }
  /** A failure after which the model is asked again. */
  | { readonly kind: 'retry'; readonly message: string }
  /** The turn fails. */
  | { readonly kind: 'fail'; readonly message: string; readonly codexErrorInfo?: unknown }
  /** Nothing more until it is interrupted. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'wait'; readonly ms: number }
  /** The process ends, at once. */
  | { readonly kind: 'exit'; readonly code: number; readonly stderr?: string }
  /** A line as it is. */
  | { readonly kind: 'line'; readonly line: string };

/** What a fake app-server does. Without any of it, turns and compactions complete. */
export interface FakeCodexScript {
  /** What happens in each turn, one after the other; the last repeats. */
  readonly turns?: readonly (readonly FakeCodexStep[])[];
  /** The same for compactions that were asked for. */
  readonly compactions?: readonly (readonly FakeCodexStep[])[];
  /** Ids of stored threads: those can be resumed. */
  readonly storedThreads?: readonly string[];
  /** Raw window of the model, in tokens. Default 20,000, of which it reports 95 %. */
  readonly windowTokens?: number;
  /** How many requests of a method are answered with "overloaded" before one is taken. */
  readonly overloads?: Readonly<Record<string, number>>;
  /** Methods that are read and never answered. */
  readonly silentMethods?: readonly string[];
  /** Methods that are done but only answered so many milliseconds later. */
  readonly lateMethods?: Readonly<Record<string, number>>;
  /** Ends the process in place of an answer. */
  readonly exitOn?: { readonly method: string; readonly code: number; readonly stderr?: string };
  /** Lines as they are, after the handshake. */
  readonly linesAfterHandshake?: readonly string[];
  /** Output comes in pieces of so many bytes. */
  readonly pieceBytes?: number;
  /** Lines end with `\r\n`. */
  readonly crlf?: boolean;
  /** What does not end it: `end` the end of its input, `term` that and SIGTERM. */
  readonly outlives?: 'end' | 'term';
  /** Turns and compactions start so many milliseconds after they were answered. An interrupt before that is refused. */
  readonly startDelayMs?: number;
  /** Interrupts are answered, and nothing else comes of them. */
  readonly ignoresInterrupts?: boolean;
}

/** Something that reached the fake app-server, in order. */
export type FakeCodexArrival =
  | { readonly kind: 'message'; readonly message: Readonly<Record<string, unknown>> }
  | { readonly kind: 'unreadable'; readonly line: string }
  | { readonly kind: 'end-of-input' }
  | { readonly kind: 'signal'; readonly signal: string };
