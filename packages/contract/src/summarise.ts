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
  /**
   * Texts that the summary must hold word for word, such as a rule that stands nowhere else; white space may differ. A
   * summarizer adds those that are missing, on top of `maxTokens`. Absent: none.
   */
  readonly pinnedTexts?: readonly string[];
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

/** What a gate looks at. */
export type GateCheck =
  | 'structure'
  | 'reply'
  | 'markup'
  | 'truncated'
  | 'size'
  | 'language'
  | 'pins'
  | 'constraints'
  | 'coverage'
  | 'invented'
  | 'superseded'
  | 'stale'
  | 'secrets'
  | 'orders';

/** Something that a gate found wrong with a summary. */
export interface GateFinding {
  readonly check: GateCheck;
  /** A summary with a `hard` one is not used as it is; a `soft` one is reported only. */
  readonly severity: 'hard' | 'soft';
  /** One sentence for a person, secrets masked. */
  readonly detail: string;
  /** What the summary should hold and does not, each as it stood in the conversation, secrets masked. */
  readonly missing?: readonly string[];
}

/** How much of what no model can guess a summary holds. Ratios from 0 to 1; absent where there is nothing to hold. */
export interface GateCoverage {
  /** Of all below, weighted by how recent and how often repeated each is. */
  readonly ratio?: number;
  readonly pathsRatio?: number;
  /** Identifiers, numbers, links. */
  readonly identifiersRatio?: number;
  /** Error messages that nothing has resolved yet. */
  readonly errorsRatio?: number;
}

/** What a gate did with a summary, and why. */
export interface GateReport {
  /**
   * `keep`: used as it came. `retry`: the model was asked once more, and its second summary is used as it came.
   * `repair`: used after mending from the local extract. `refuse`: not used, so history stays.
   */
  readonly verdict: 'keep' | 'retry' | 'repair' | 'refuse';
  /** What is still to be said of the summary that came of it: `soft` ones only, unless it was refused. */
  readonly findings: readonly GateFinding[];
  /** What was wrong with it before, and no longer is. */
  readonly mended: readonly GateFinding[];
  /** Of the summary that came of it. */
  readonly coverage: GateCoverage;
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
      /** What a gate said of it. Absent: the summarizer has none. What the user should know of it is in `warnings` too. */
      readonly gate?: GateReport;
    }
  | {
      readonly kind: 'failed';
      readonly failure: SummaryFailureKind;
      /** One sentence for a person: what failed, why history stays as it is, how to fix it. */
      readonly detail: string;
      readonly attempts: readonly SummaryAttempt[];
      /** Where a summary came but was refused: why. Its `failure` is `bad-response`. */
      readonly gate?: GateReport;
    };

/**
 * Turns messages into a summary. The one step of a compaction with an effect.
 *
 * Resolves with `failed` where the provider fails and history must stay; never with an empty text.
 *
 * @throws The signal's reason, when `request.signal` aborts.
 */
export type Summarise = (request: SummaryRequest) => Promise<SummaryResult>;
