import type { SummaryAttempt, SummaryFailureKind } from '@hermes-context/contract';

/** What the provider reported for a call; absent where it reported nothing. */
export type CallUsage = NonNullable<SummaryAttempt['usage']>;

/** Why a call gave no summary. */
export interface CallFailure {
  readonly failure: SummaryFailureKind;
  /** One sentence, at most 220 characters, secrets masked, nothing of the prompt. */
  readonly detail: string;
  /** How long the provider asked to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  /** Whether the same request would fail again: the provider said that something is wrong with it. */
  readonly isFinal?: boolean;
  /** What it is, to stand in a sentence such as "failed: …", where that is more exact than the name of its kind. */
  readonly name?: string;
}

/** What came of one call of a model. */
export type ModelReply =
  | { readonly kind: 'summary'; readonly text: string; readonly usage?: CallUsage }
  | ({ readonly kind: 'failed'; readonly usage?: CallUsage } & CallFailure);

/** Longest detail of a failure: a log line, not a page. */
export const DETAIL_MAX_CHARS = 220;
