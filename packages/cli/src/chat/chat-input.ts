/** What a person did at the prompt. Narrow on `kind`. */
export type ChatEntry =
  | { readonly kind: 'line'; readonly text: string }
  /** Ctrl-C: what was typed is gone; `wasEmpty` where nothing was. */
  | { readonly kind: 'interrupt'; readonly wasEmpty: boolean }
  /** Ctrl-D, or the end of a pipe. */
  | { readonly kind: 'end' }
  /** The process was told to end. */
  | { readonly kind: 'terminated' };

/** Where messages come from, and what stops an answer. */
export interface ChatInput {
  /** The next thing that a person types. One call at a time. */
  next(): Promise<ChatEntry>;
  /**
   * Do something that Ctrl-C may stop.
   *
   * @returns Its result; `undefined` when it was stopped twice and left alone: it may still run.
   */
  during<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value | undefined>;
  /** Leave the terminal and the signals as they were. */
  close(): void;
}
