import type { Message, Messages } from './message.ts';

/** What to summarise, and into how much. */
export interface SummaryRequest {
  /** The messages that the summary will stand for, after phase 1 has pruned them, oldest first. Earlier summaries are not among them. */
  readonly messages: Messages;
  /** The same messages before phase 1, for a summarizer that costs nothing by the token. Absent: `messages`. */
  readonly originals?: Messages;
  /** The summary to bring up to date; absent at the first compaction of a conversation. */
  readonly previousSummary?: string;
  /**
   * The user's messages that stand in the middle of `messages` but stay in the conversation, word for word, behind the
   * summary; oldest first. What follows one of them was done for it, and the summary need not repeat it. Absent: none.
   */
  readonly carried?: readonly {
    readonly message: Message;
    /** Index into `messages` in front of which it stood; their number where it stood behind them all. */
    readonly before: number;
  }[];
  /**
   * Whether a real user's message newer than all of `messages` stays in the conversation: then no request among
   * `messages` or `carried` in front of it is the newest. Absent: no such message is known of.
   */
  readonly hasNewerRequest?: boolean;
  /** Size the summary should have, in tokens. A target in the prompt, never a `max_tokens`. */
  readonly maxTokens: number;
  readonly focusTopic?: string;
  readonly memoryContext?: string;
  readonly signal: AbortSignal;
}

/** Why no summary came of an attempt. */
export type SummaryFailureKind =
  | 'auth'
  | 'quota'
  | 'network'
  | 'timeout'
  | 'overload'
  | 'context-length'
  | 'empty'
  | 'refusal'
  | 'truncated'
  | 'tool-call'
  | 'bad-response'
  | 'other';

/** One try at a summary. */
export interface SummaryAttempt {
  readonly source: 'model' | 'extractive';
  /** The model asked; absent for the local extract. */
  readonly model?: string;
  readonly outcome: 'ok' | SummaryFailureKind;
  /** One sentence for a person, at most 220 characters, secrets masked. */
  readonly detail?: string;
  /** What the provider reported for this try, failed ones included. */
  readonly usage?: { readonly promptTokens: number; readonly completionTokens: number };
}

/** What came of it. Narrow on `kind`. */
export type SummaryResult =
  | {
      readonly kind: 'summary';
      /** The summary's Markdown, without a header. Secrets are masked. */
      readonly text: string;
      readonly source: 'model' | 'extractive';
      /** All tries, in order; the last one succeeded. */
      readonly attempts: readonly SummaryAttempt[];
      /** What the user should know, one sentence each: a fallback, a lowered budget. */
      readonly warnings: readonly string[];
    }
  | {
      readonly kind: 'failed';
      readonly failure: SummaryFailureKind;
      /** One sentence for a person: what failed, why history stays as it is, how to fix it. */
      readonly detail: string;
      readonly attempts: readonly SummaryAttempt[];
    };

/**
 * Turns messages into a summary. The one step of a compaction with an effect.
 *
 * Resolves with `failed` where the provider fails and history must stay; never with an empty text.
 *
 * @throws The signal's reason, when `request.signal` aborts.
 */
export type Summarise = (request: SummaryRequest) => Promise<SummaryResult>;
