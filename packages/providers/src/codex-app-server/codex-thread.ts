import type { CodexThreadUsage, CodexTurnError } from './codex-protocol.ts';
import type { CodexTurnEvent, CodexTurnOutcome } from './codex-turn.ts';

/** What came of a compaction that was asked for. */
export type CodexCompactionOutcome =
  | {
      readonly kind: 'compacted';
      readonly turnId: string;
      /** The server's estimate of the context, in tokens; absent where it told none. */
      readonly tokensAfter?: number;
    }
  | { readonly kind: 'interrupted'; readonly turnId: string }
  | { readonly kind: 'failed'; readonly turnId: string; readonly error: CodexTurnError };

/** Ends a call. */
export interface CodexCall {
  readonly signal?: AbortSignal;
}

/** How a turn is to run. */
export interface CodexTurnCall extends CodexCall {
  /** Told of each thing as it happens. */
  readonly onEvent?: (event: CodexTurnEvent) => void;
}

/** `retired`: it may no longer be used, here or at all; its server may be gone. */
export type CodexThreadState = 'idle' | 'turn' | 'compaction' | 'retired';

/**
 * A conversation that Codex owns. One thing at a time runs on it: a turn or a compaction.
 *
 * A call ends with the turn that it began, so that the thread is idle again when the call is over. When its signal aborts,
 * it interrupts that turn and waits until the server has ended it, but no longer than a request may take: where it has
 * not by then, the thread is retired.
 */
export interface CodexThread {
  readonly id: string;
  /** As the server names it; empty where it does not. */
  readonly model: string;
  readonly state: CodexThreadState;
  /** Token usage as last reported, `undefined` before. `last.totalTokens` is the size of the context. */
  readonly usage: CodexThreadUsage | undefined;
  /**
   * Say something to the model, and wait for the end of the turn.
   *
   * @throws CodexAppServerError - `thread-busy` and `thread-retired`: nothing was sent. `timeout`: the turn was longer than it
   * may be, was interrupted, and the thread is retired. Others as the server or its end bring them.
   * @throws The signal's reason, when it aborts.
   */
  runTurn(input: string, call?: CodexTurnCall): Promise<CodexTurnOutcome>;
  /**
   * Have the server compact the thread, and wait for it. Only on an idle thread: the server would end a running turn.
   *
   * @throws As {@link runTurn} does.
   */
  compact(call?: CodexCall): Promise<CodexCompactionOutcome>;
  /**
   * End what runs, whoever started it; whoever waits for it gets the outcome `interrupted`. Nothing happens where nothing
   * runs.
   *
   * @throws CodexAppServerError where the server refuses or is gone.
   * @throws The signal's reason, when it aborts.
   */
  interrupt(call?: CodexCall): Promise<void>;
}
