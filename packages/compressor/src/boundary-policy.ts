import type { Message } from '@hermes-context/contract';

/** How much to protect at either end of a conversation. */
export interface BoundaryPolicy {
  /** Messages kept at the start, the system prompt included. A leading system prompt is kept even at 0. */
  readonly protectFirst: number;
  /** Messages the tail keeps at least, unless they do not fit. */
  readonly protectLast: number;
  /** Messages of a real user that must stand behind the summary. */
  readonly minTailUserMessages: number;
  /** What the tail may hold, in tokens. */
  readonly tailTokens: number;
  /** What it may hold, in tokens, when that keeps the newest user message or the last visible reply in its place. */
  readonly stretchedTailTokens: number;
  /** What head, tail and carried messages may come to together, in tokens. */
  readonly roomTokens: number;
  /** Indices of messages that must not be summarised, nor anything behind them. */
  readonly pins: readonly number[];
}

/** Head `[0, headEnd)`, middle `[headEnd, tailStart)`, tail `[tailStart, length)`. */
export interface Boundaries {
  readonly headEnd: number;
  readonly tailStart: number;
  /** Messages of the middle that are kept word for word behind the summary, ascending. */
  readonly carried: readonly number[];
  /** Whether groups that were to be protected had to leave the tail because they did not fit. */
  readonly isTailCut: boolean;
}

/** Size of one message, in tokens. Must answer the same for the same message, and must not throw. */
export type CountTokens = (message: Message) => number;
