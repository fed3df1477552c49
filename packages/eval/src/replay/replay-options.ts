import type { ModelInfo } from '@hermes-context/contract';
import type { StandIn } from '../stand-in/stand-in.ts';

/** How a conversation is led through a row. */
export interface ReplayOptions {
  /** Window of the model, in tokens. */
  readonly windowTokens: number;
  /** Where a compaction is due, in tokens. */
  readonly thresholdTokens: number;
  readonly model: ModelInfo;
  readonly standIn: StandIn;
  /** Ask for a compaction at the ten set points of the answer key, as a user would. Default false. */
  readonly compactsByHand?: boolean;
  /** Simulate the cost under all rules of caching and idle profiles; else Anthropic's, busy, alone. Default false. */
  readonly allCosts?: boolean;
  /** A clock for the timing, in milliseconds. */
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
}
