import type { CompressOutcome, CompressRequest, UnchangedReason } from './compress-request.ts';
import type { EngineTool } from './engine-tool.ts';
import type { Message, Messages } from './message.ts';
import type { ModelInfo, TokenUsage } from './model-info.ts';

/**
 * Decides when a conversation has outgrown its context window, and shrinks it.
 *
 * One instance serves one session, from `create` to `dispose`, and the host
 * never runs two of its methods at once. What is optional here is optional to
 * the host too: it asks for `engine.tools`, never for an engine by name.
 *
 * @see `describeContextEngine` in `@hermes-context/testing`: these promises, as tests.
 */
export interface ContextEngine {
  /** Learn what a model call cost. Called once per response, with what the provider reported. */
  updateFromResponse(usage: TokenUsage): void;

  /**
   * Whether to call {@link compress} before the next model call.
   * Asked on every turn: answer from memory, without I/O.
   *
   * @param promptTokens - Size of the next prompt, in tokens: what the provider
   *   reported for the last one, plus an estimate of the messages since.
   */
  shouldCompress(promptTokens: number): boolean;

  /**
   * Shrink a conversation. The list given is not edited; the session store keeps it.
   *
   * @returns `compressed`, with a new list that keeps the last user message word
   *   for word and answers each tool call once; or `unchanged`, with the reason.
   * @throws The signal's reason, when `request.signal` aborts a call to a model.
   */
  compress(request: CompressRequest): Promise<CompressOutcome>;

  /** Follow a `/model` switch or a fallback: sizes derived from the old window are void. */
  updateModel?(model: ModelInfo): void;

  /** Whether {@link compress} would find something to shrink. No I/O, no model call. */
  hasContentToCompress?(messages: Messages): boolean;

  /** Shrink without a model call: old tool results and the like. `unchanged` when there is nothing to win. */
  pruneOnly?(messages: Messages): CompressOutcome;

  /** Another list for this one request, never stored; `undefined` for the list as it is. */
  selectContext?(request: SelectRequest): Messages | undefined;

  /** Told after each finished turn. Must not throw. */
  onTurnComplete?(turn: CompletedTurn): void;

  /** Told once the store has the new list, and only then. */
  onCommit?(receipt: CommitReceipt): Promise<void>;

  /** Counters, and why the engine is blocked, for a status page. */
  status?(): EngineStatus;

  /** Tools the agent gets while this engine is active, such as `lcm_grep`. Fixed for the session. */
  readonly tools?: readonly EngineTool[];

  /**
   * Release what `create` acquired. Called last, after a failed turn too; a second call, or one while a compaction
   * is being aborted, does no harm.
   */
  dispose?(): Promise<void>;
}

/** What {@link ContextEngine.selectContext} may look at. */
export interface SelectRequest {
  readonly messages: Messages;
  readonly promptTokens: number;
}

/** A turn that has ended: the user's message and everything up to the next one. */
export interface CompletedTurn {
  /** The messages that this turn added, oldest first. */
  readonly added: readonly Message[];
  readonly usage?: TokenUsage;
}

/** What a store wrote for one compaction. */
export interface CommitReceipt {
  readonly sessionId: string;
  /** Revision of the session's list after the commit. */
  readonly revision: number;
  readonly inPlace: boolean;
}

/** What an engine says about itself. */
export interface EngineStatus {
  /** Size at which {@link ContextEngine.shouldCompress} says yes, in tokens. */
  readonly thresholdTokens: number;
  readonly compressionCount: number;
  /** Why the automatic trigger is off, and since when it waits for what. */
  readonly blocked?: { readonly reason: UnchangedReason; readonly detail: string };
  /** Further figures, by name. */
  readonly counters?: Readonly<Record<string, number>>;
}
