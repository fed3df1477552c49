// The part of the protocol of `codex app-server` 0.171.0 that this client speaks, read from the schema which that
// program writes (`codex app-server generate-json-schema`) on 3 December 2026.

/** What an error of the server is about: a word such as `contextWindowExceeded`, or an object with one key. */
export type CodexErrorInfo = string | Readonly<Record<string, unknown>>;

/** Why a turn failed. */
export interface CodexTurnError {
  readonly message: string;
  readonly codexErrorInfo?: CodexErrorInfo;
}

/** Something that happened in a turn: a message, a command, a changed file, a compaction. */
export interface CodexItem {
  readonly id: string;
  /** Such as `agentMessage`, `commandExecution`, `fileChange`, `contextCompaction`. */
  readonly type: string;
  /** As it came; which fields there are depends on the type. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Tokens as the server counts them. Cached ones are part of the input, those of reasoning part of the output. */
export interface CodexTokens {
  readonly totalTokens: number;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly cacheWriteInputTokens: number;
  readonly outputTokens: number;
  readonly reasoningOutputTokens: number;
}

/** Token usage of a thread. */
export interface CodexThreadUsage {
  /** Of all requests of the thread. */
  readonly total: CodexTokens;
  /** Of the last request; after a compaction an estimate of the context, with nothing but a total. */
  readonly last: CodexTokens;
  /** Tokens that may be used: 95 % of the window of the model. */
  readonly modelContextWindow?: number;
}

/** How a turn ended. */
export type CodexTurnStatus = 'completed' | 'interrupted' | 'failed';

/** What a thread does. */
export type CodexThreadStatus = 'notLoaded' | 'idle' | 'systemError' | 'active';

/** Who speaks to the server. It shows the name to the provider. */
export interface CodexClientInfo {
  readonly name: string;
  readonly title: string;
  readonly version: string;
}

/** How a thread is to be led. What is absent is taken from Codex's own configuration. */
export interface CodexThreadParams {
  readonly model?: string;
  readonly modelProvider?: string;
  readonly cwd?: string;
  /** When Codex asks before it acts. */
  readonly approvalPolicy?: 'untrusted' | 'on-request' | 'never';
  readonly sandbox?: 'read-only' | 'workspace-write' | 'danger-full-access';
  /** Keys of its `config.toml`, such as `model_auto_compact_token_limit`. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Instead of the instructions that Codex gives its model. */
  readonly baseInstructions?: string;
  readonly developerInstructions?: string;
}

/** A notification about one thread. */
export type CodexNotification = { readonly threadId: string } & (
  | { readonly kind: 'status'; readonly status: CodexThreadStatus }
  | { readonly kind: 'closed' }
  | ({ readonly turnId: string } & CodexTurnNotification)
);

/** A notification about one turn. */
export type CodexTurnNotification =
  | { readonly kind: 'turn-started' }
  | { readonly kind: 'turn-completed'; readonly status: CodexTurnStatus; readonly error?: CodexTurnError }
  | { readonly kind: 'item-started'; readonly item: CodexItem }
  | { readonly kind: 'item-completed'; readonly item: CodexItem }
  | { readonly kind: 'text'; readonly itemId: string; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'usage'; readonly usage: CodexThreadUsage }
  | { readonly kind: 'error'; readonly error: CodexTurnError; readonly willRetry: boolean }
  /** `thread/compacted`, deprecated: in addition to the completed item, or in its place. */
  | { readonly kind: 'thread-compacted' };
