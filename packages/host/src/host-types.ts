import type { HermesConfig } from '@hermes-context/config';
import type {
  Clock,
  Content,
  ContextEnginePlugin,
  ContextHostError,
  Message,
  Messages,
  ModelInfo,
  Summarise,
  TokenUsage,
  ToolCall,
  ToolMessage,
  UserMessage,
} from '@hermes-context/contract';
import type { EventBus, HostEvents } from '@hermes-context/core';
import type { Pin, PinKind, PromptSize, TokenCategory } from '@hermes-context/messages';
import type { ChatModel, ChatTool } from '@hermes-context/providers';
import type { ChangeResult, NewSession, SessionStore } from '@hermes-context/sessions';
import type { SummaryProgress } from '@hermes-context/summarizer';
import type { DependencyContainer } from 'tsyringe';
import type { CompactionReport, TriggerSite } from './compaction-report.ts';
import type { Env } from './summary-route/route-endpoints.ts';

/** What a host is made of. Only `config` and `model` are asked for. */
export interface HostOptions {
  /** The settings in force, as `loadConfig` gives them. */
  readonly config: HermesConfig;
  /** The model that holds the conversations; `switchModel` changes it for one session. */
  readonly model: ChatModel;
  /** Default: in memory, so that conversations end with the process. `openSqliteStore` keeps them. */
  readonly store?: SessionStore;
  /** Default: the built-in compressor, with the section `compression` of `config`. */
  readonly engine?: HostEngine;
  /** Who writes summaries. Default: chosen by `config` and `env` (S-031); with no key anywhere, the local extract. */
  readonly summarise?: Summarise;
  /** Environment variables in which keys are looked for, such as `process.env`. Default: none, so keys come from `config` alone. */
  readonly env?: Env;
  /** Tools of the agent. Default: none. Those of the engine and `session_search` come on top. */
  readonly tools?: readonly HostTool[];
  /** Whether the agent gets `session_search` (S-072). Default true; false saves its definition in every request. */
  readonly sessionSearch?: boolean;
  /** First message of each session, asked for again at each compaction (S-070). Default: none. */
  readonly systemPrompt?: string | (() => string | Promise<string>);
  /** Where the conversations come from, for listeners, such as `cli` or `telegram`. Default: not said. */
  readonly platform?: string;
  /** The bus that general plug-ins listen to. Default: one of its own. */
  readonly events?: EventBus<HostEvents>;
  /** Folder under which engines keep files, absolute. Default: a folder under the system's temporary one. */
  readonly dataDir?: string;
  /** Default: the system's. Cooldowns are measured by it. */
  readonly clock?: Clock;
  readonly limits?: Partial<HostLimits>;
  /** Told once of each thing that the operator should know. Default: dropped. Must not throw. */
  readonly onWarning?: (warning: string) => void;
  /** Container to be a child of. Default: one of its own. */
  readonly container?: DependencyContainer;
}

/** An engine, with the options that its own `parseOptions` returned. */
export interface HostEngine {
  readonly plugin: ContextEnginePlugin;
  readonly options: unknown;
}

/** Bounds, so that whatever an engine, a tool or a model does, a turn ends. */
export interface HostLimits {
  /** Requests to the model in one turn. Default 90. */
  readonly maxRequestsPerTurn: number;
  /** Compactions that one turn may start by itself. Default 3. */
  readonly maxCompactionsPerTurn: number;
  /** Time for one compaction, in milliseconds, the summary included. Default 600,000: then its result is discarded. */
  readonly compactionTimeoutMs: number;
  /** Time for one call of a tool, in milliseconds. Default 600,000. */
  readonly toolTimeoutMs: number;
  /** How long a turn from outside waits for its hygiene, in milliseconds. Default 10,000: then it goes on uncompacted. */
  readonly hygieneHoldMs: number;
  /** Quiet time after which a session over the threshold is compacted before the next message, in milliseconds. Default 0: never. */
  readonly idleCompactionMs: number;
  /** How long a lease on a session holds without a refresh, in milliseconds. Default 60,000. */
  readonly leaseTtlMs: number;
  /**
   * Share of the context window for pins that an engine dropped, in per cent, 0 to 25. Default 5, at least 500 tokens, at
   * most a quarter of the window; 0: nothing is put back, and rules of the user may be lost in a compaction.
   */
  readonly pinsPercent: number;
}

/** A tool of the agent. */
export interface HostTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments: an object type. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /**
   * Answers in text or parts. `input` is what the model wrote, parsed as JSON and otherwise unchecked.
   *
   * @throws When it cannot; the model is told so as the result of the call.
   */
  readonly execute: (input: unknown, call: HostToolCall) => Promise<Content>;
}

/** The circumstances of one call. */
export interface HostToolCall {
  readonly signal: AbortSignal;
  readonly sessionId: string;
  readonly callId: string;
}

/** Runs conversations: one model, one engine a session, one store. Make it with `createHost`. */
export interface Host {
  readonly events: EventBus<HostEvents>;
  readonly store: SessionStore;
  /** Begin a conversation. */
  newSession(session?: NewSession): Promise<HostSession>;
  /**
   * Go on with a stored conversation, or where a rotation continued it (S-077). What a crash left open is mended: calls
   * that were never answered get a result that says so. A session that is open already is handed out again.
   *
   * @throws SessionNotFoundError - If there is no session of this id.
   */
  resumeSession(sessionId: string): Promise<HostSession>;
  /** Stop all turns, close all sessions, and the store if the host made it. A second close does no harm. */
  close(): Promise<void>;
}

/** One conversation. Its turns, compactions and switches run one after another, in the order they were asked for. */
export interface HostSession {
  /** Changes only with a rotation (`compression.in_place: false`). */
  readonly id: string;
  /**
   * One turn: the user's message, as many requests and tool calls as the model wants, its answer. Stored step by step, so
   * that whatever happens the conversation is there and valid.
   *
   * @returns How it ended; what went wrong is a value, not a throw.
   */
  runTurn(message: string | UserMessage, options?: TurnOptions): Promise<TurnResult>;
  /**
   * For an agent that asks its model itself: store what the conversation gained, compact if that is due, and hand out the
   * next request. Send `messages` and `tools`, tell `reportUsage` what the provider counted, run calls of tools that are
   * not your own with `runTools`, and give answer and results to the next call of this.
   *
   * @param added - What was said since, in order: the user's message, the model's answer, results. Stored before anything else.
   * @throws WindowFullError - When nothing makes it fit.
   */
  prepareRequest(added: Messages, options?: PrepareOptions): Promise<NextRequest>;
  /** What the provider counted for the request that was handed out last. Without it, sizes stay estimates. */
  reportUsage(usage: TokenUsage): Promise<void>;
  /** Answer calls by the tools of the engine, `session_search` and those of the host. Stores nothing. */
  runTools(calls: readonly ToolCall[], options?: PrepareOptions): Promise<readonly ToolMessage[]>;
  /** `/compress`: compact now, below the threshold too, whatever a cooldown says. */
  compact(options?: CompactOptions): Promise<CompactionReport>;
  /** Take back the newest compaction in effect. */
  undo(): Promise<ChangeResult>;
  /** Bring back what was undone last. */
  redo(): Promise<ChangeResult>;
  /** Change the model (S-044, S-110). Refused with figures when the conversation cannot be made to fit its window. */
  switchModel(model: ChatModel, options?: SwitchOptions): Promise<ModelSwitch>;
  /**
   * Keep a text in the conversation word for word: it stands in the list from the next compaction on, secrets masked.
   * Again, it is the same pin, of the kind that was asked for last.
   *
   * @throws InvalidOptionError - For a text that is empty or longer than 2,000 characters.
   */
  pin(text: string, options?: PinOptions): Promise<Pin>;
  /** Remove a pin, for good where it was found in a message; `undefined` if there is none of this id. */
  unpin(id: string): Promise<Pin | undefined>;
  /** What is pinned, in the order in which it was said last: what the user said, and what was pinned by hand. */
  pins(): Promise<readonly Pin[]>;
  /** The live list, as the next request would begin. */
  messages(): Messages;
  status(): SessionStatus;
  contextMap(): ContextMap;
  /** Let go of the session; the conversation stays stored. Waits for what runs, which is told to stop. */
  close(): Promise<void>;
}

export interface TurnOptions {
  /** Stops the turn; what was said so far stays. */
  readonly signal?: AbortSignal;
  /** Told of everything as it happens. Must not throw. */
  readonly onEvent?: (event: TurnEvent) => void;
  /** `outside`: the message came through a gateway, so session hygiene runs first (S-020). Default `inside`. */
  readonly origin?: 'inside' | 'outside';
  /** Names this delivery: the same message delivered twice is stored once, and whatever else comes under its name is taken for it. */
  readonly key?: string;
}

export interface PrepareOptions {
  readonly signal?: AbortSignal;
  /** Told of compactions as they happen. Must not throw. */
  readonly onEvent?: (event: TurnEvent) => void;
}

/** What is to be sent to the model. */
export interface NextRequest {
  /** As the model may be sent it: valid, and in its window. */
  readonly messages: Messages;
  /** All tools to offer, those of the engine first. */
  readonly tools: readonly ChatTool[];
  /** Their size, in tokens. */
  readonly toolTokens: number;
  /** Every compaction that was tried for this request, in order, and every cut of old results. */
  readonly compactions: readonly CompactionReport[];
  readonly prunes: readonly CompactionReport[];
}

export interface CompactOptions {
  readonly focusTopic?: string;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: TurnEvent) => void;
}

export interface PinOptions {
  /** Default `host`: the host's own word. With any other kind, it is the user's. */
  readonly kind?: PinKind;
}

export interface SwitchOptions {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: TurnEvent) => void;
}

/** How a turn ended. */
export interface TurnResult {
  readonly kind: 'completed' | 'stopped' | 'failed' | 'request-limit';
  /** Id of the session, from here on. */
  readonly sessionId: string;
  /** What the model said last; `''` where it said nothing. */
  readonly text: string;
  /** What the turn added to the conversation, the user's message first. */
  readonly added: readonly Message[];
  /** Requests that were answered, and what they cost, as far as the provider reported. */
  readonly usage: { readonly requests: number; readonly promptTokens: number; readonly completionTokens: number };
  /** Every compaction that was tried, in order. */
  readonly compactions: readonly CompactionReport[];
  /** Cuts of old tool results below the threshold, without a summary (`compression.prune_when`), in order. */
  readonly prunes: readonly CompactionReport[];
  /** Set when it failed: what, why, and what to do. */
  readonly error?: ContextHostError;
}

/** What happens during a turn, for a screen or a stream. */
export type TurnEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** A message was stored. */
  | { readonly type: 'message'; readonly message: Message }
  | { readonly type: 'tool-start'; readonly callId: string; readonly name: string; readonly arguments: string }
  | {
      readonly type: 'tool-end';
      readonly callId: string;
      readonly name: string;
      readonly isError: boolean;
      readonly ms: number;
    }
  | { readonly type: 'usage'; readonly usage: TokenUsage }
  | { readonly type: 'compaction-start'; readonly site: TriggerSite; readonly tokens: number; readonly detail: string }
  | { readonly type: 'compaction-progress'; readonly progress: SummaryProgress }
  | { readonly type: 'compaction-end'; readonly report: CompactionReport }
  /** One sentence for the user. */
  | { readonly type: 'notice'; readonly level: 'info' | 'warning'; readonly text: string };

/** What came of a switch. */
export type ModelSwitch =
  | {
      readonly kind: 'switched';
      readonly from: ModelInfo;
      readonly to: ModelInfo;
      /** Always true: no provider shares its prompt cache with another model. */
      readonly cacheLost: true;
      /** One sentence for the user, which says so. */
      readonly notice: string;
      readonly compaction?: CompactionReport;
    }
  /** The old model stays. */
  | { readonly kind: 'refused'; readonly detail: string; readonly compaction?: CompactionReport };

/** Where a session stands. */
export interface SessionStatus {
  readonly sessionId: string;
  readonly model: ModelInfo;
  readonly engine: string;
  /** Size of the next request, without the next message. */
  readonly size: PromptSize;
  /** Size at which the engine compacts, in tokens; unknown to some engines. */
  readonly thresholdTokens?: number;
  /** Compactions of this conversation in effect. */
  readonly compactions: number;
  /** How often providers have compacted what they hold of it, by themselves or when asked to. */
  readonly serverCompactions: number;
  /** Why nothing is compacted automatically right now, one sentence. */
  readonly blocked?: string;
  /** Whether a compaction runs. */
  readonly isCompacting: boolean;
  /** Mode of the compaction in the last turn (S-075); absent when there was none. */
  readonly lastCompactionInPlace?: boolean;
  readonly cache: CacheStatus;
}

/** What the provider keeps of a conversation for the model in use. Sums count from when the session was opened. */
export interface CacheStatus {
  /** Whether breakpoints are set. Where none are, a provider may cache by itself. */
  readonly isEnabled: boolean;
  /** One line for a person, such as `Prompt caching: ENABLED (Claude via OpenRouter, 5m TTL)` (S-106). */
  readonly line: string;
  /** Where the breakpoints stand: `peat`, `system_and_3` or `none`. */
  readonly strategy: string;
  /** Lifetime in use; absent where the provider sets its own. */
  readonly ttl?: '5m' | '1h';
  readonly requests: number;
  /** Tokens of all prompts, and of those what was read from the cache and what was written to it, as reported. */
  readonly promptTokens: number;
  readonly readTokens: number;
  readonly writeTokens: number;
}

/** Where the tokens of the next request are. */
export interface ContextMap {
  readonly contextTokens: number;
  readonly thresholdTokens?: number;
  /** Estimated tokens by what they are spent on; they add up to `estimatedTokens`. */
  readonly categories: Readonly<Record<TokenCategory | 'tools' | 'summary', number>>;
  readonly estimatedTokens: number;
  readonly size: PromptSize;
}
