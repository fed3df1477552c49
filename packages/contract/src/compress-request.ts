import type { Messages } from './message.ts';
import type { Repair } from './repair.ts';
import type { SummaryAttempt } from './summarise.ts';

/** What an engine is asked to shrink. */
export interface CompressRequest {
  /** The whole conversation, system prompt first when there is one. Not edited; frozen in tests. */
  readonly messages: Messages;
  /** Size of the next request, in tokens, tool definitions included. Unknown: the engine estimates the messages. */
  readonly promptTokens?: number;
  /** The part of `promptTokens` that no compaction can shrink, in tokens: tool definitions, wrappers. Default 0. */
  readonly overheadTokens?: number;
  /** Topic from `/compress <topic>`; an engine may ignore it. */
  readonly focusTopic?: string;
  /** The user asked for it: compress below the threshold too, and ignore a cooldown. */
  readonly force?: boolean;
  /** What a memory provider wants the summary to know. Data, not instructions. */
  readonly memoryContext?: string;
  /** Indices into `messages` that must stay word for word, such as a call that waits for approval. */
  readonly pins?: readonly number[];
  /** Aborts the model call behind a summary. */
  readonly signal: AbortSignal;
}

/** Why a conversation stayed as it was. */
export type UnchangedReason =
  /** `compression.enabled` is false. */
  | 'disabled'
  /** The request is smaller than the threshold, and nobody forced it. */
  | 'below-threshold'
  /** Everything is protected, or what is not has been summarised already. */
  | 'nothing-to-compress'
  /** The result would not have been smaller. */
  | 'no-progress'
  /** No summary could be had without losing history; `cause` says why. */
  | 'summary-failed'
  /** The last passes saved too little; waits for new content or `force`. */
  | 'ineffective'
  /** A pinned message leaves nothing that may be summarised. */
  | 'pinned'
  /** The host's word: the engine was asked, and does not want to compress now. */
  | 'declined'
  /** The host's word: the engine threw, never ended, or its result was refused by the gate. */
  | 'engine-failed';

/** What came of it. Narrow on `kind`. */
export type CompressOutcome =
  | {
      readonly kind: 'compressed';
      /** The new list. Messages that did not change are the same objects as in the request. */
      readonly messages: Messages;
      /** The summary's text, without its header, when the engine made one. */
      readonly summary?: string;
      readonly report?: CompressReport;
    }
  | {
      readonly kind: 'unchanged';
      readonly reason: UnchangedReason;
      /** One sentence for a person: which messages are in the way, with figures. */
      readonly detail?: string;
      readonly cause?: unknown;
      /** What went wrong on the way here, one sentence each. */
      readonly warnings?: readonly string[];
    };

/** What a compaction did, so that nothing vanishes unreported. */
export interface CompressReport {
  /** Indices into the request's messages that the summary stands for, ascending. */
  readonly covered: readonly number[];
  /** Head `[0, headEnd)`, middle `[headEnd, tailStart)`, tail `[tailStart, length)`, as indices into the request's messages. */
  readonly boundaries: { readonly headEnd: number; readonly tailStart: number };
  /** Indices of messages from the middle that were kept word for word, right behind the summary. */
  readonly carried: readonly number[];
  /** Indices of messages that stay in a changed form: the system prompt with its note, pruned results in the head. */
  readonly rewritten: readonly number[];
  /** What phase 1 rewrote outside the tail; most of it is then summarised. */
  readonly pruned: PruneCounts;
  readonly summary?: {
    readonly source: 'model' | 'extractive';
    readonly tokens: number;
    readonly attempts: readonly SummaryAttempt[];
  };
  /** What was mended in the result because a provider would have refused it; indices into the request's messages. */
  readonly repairs: readonly Repair[];
  /** What the user should know: fallbacks, clamps. One sentence each. */
  readonly warnings: readonly string[];
  /** Set when the result is still at or above the threshold: what could not be reduced, with figures. */
  readonly shortfall?: string;
}

/** How many pieces phase 1 rewrote, by kind. */
export interface PruneCounts {
  readonly results: number;
  readonly arguments: number;
  readonly images: number;
  readonly duplicates: number;
}
