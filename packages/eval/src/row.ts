import type { Messages, ModelInfo } from '@hermes-context/contract';

/** A context engine, ours or a peer's, as the bench sees it. */
export interface BenchRow {
  /** As it stands in the tables, such as `compressor` or `langchain trimMessages`. */
  readonly name: string;
  /** The peer's documented defaults, or settings that its maintainer could propose. Ours has `default` too. */
  readonly variant: 'default' | 'tuned';
  /** Package and exact version; ours says the version of the project. */
  readonly version: string;
  /** What it can do at all; what it cannot do is shown as a dash, never as nought. */
  readonly can: { readonly reach: boolean; readonly undo: boolean; readonly summarise: boolean };
  open(setup: RowSetup): Promise<RowSession>;
}

export interface RowSetup {
  /** Window of the model, and where a compaction is due, in tokens. */
  readonly windowTokens: number;
  readonly thresholdTokens: number;
  readonly model: ModelInfo;
  /** The stand-in summarizer: a server on the loopback interface that speaks OpenAI chat completions. */
  readonly summarizer: { readonly baseUrl: string; readonly model: string };
  readonly countTokens: (messages: Messages) => number;
  readonly signal: AbortSignal;
}

/** One conversation that is led through a row. */
export interface RowSession {
  /** What the conversation gained since the last call is added; answers the list of the next request. */
  next(added: Messages): Promise<RowRequest>;
  /** Compact now, whatever the size, where the row can: as a user's /compress. */
  compactNow?(): Promise<RowRequest>;
  /** What a declared tool of the row answers to a search of these words, as the model would get it. */
  reach?(words: string): Promise<string>;
  /** The list that stood before the newest compaction. */
  undo?(): Promise<Messages>;
  close(): Promise<void>;
}

export interface RowRequest {
  readonly messages: Messages;
  /** Size of the definitions of the row's own tools, in tokens; 0 without. */
  readonly toolTokens: number;
  /** Compactions (or rewrites of the list) that happened for this request. */
  readonly compactions: number;
  /** What the row gave up on, one sentence each. */
  readonly problems: readonly string[];
}
