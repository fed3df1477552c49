import type { LoopFigures } from './lcm-loop-probe.ts';

/** One question to `lcm_grep`. */
export interface QueryFigure {
  readonly name: string;
  readonly ms: number;
  /** Hits shown, and whether the answer was complete. */
  readonly returned: number;
  readonly isComplete: boolean;
}

/** The store when it held so many messages. Times are medians, in milliseconds. */
export interface LcmCheckpoint {
  readonly messages: number;
  /** Durably written a second, turn by turn, and indexed a second behind that. */
  readonly writtenPerSecond: number;
  readonly indexedPerSecond: number;
  /** Compactions so far, and how long one took since the last checkpoint. */
  readonly compactions: number;
  readonly compactMs: number;
  readonly contentBytes: number;
  readonly fileBytes: number;
  readonly queries: readonly QueryFigure[];
  /** What the engine does for a request, and what it reads for a compaction. */
  readonly selectMs: number;
  readonly rootsMs: number;
  readonly roots: number;
  readonly describeMs: number;
  readonly expandMs: number;
  readonly reopenMs: number;
  readonly rssBytes: number;
}

/** What is measured in the process whose memory is weighed. */
export interface LcmFigures {
  readonly checkpoints: readonly LcmCheckpoint[];
  /** Time of processors for the turns of the first 100,000 messages, by tenths. */
  readonly turnTenthsMs: readonly number[];
  /** The same for filling the indexes. */
  readonly indexTenthsMs: readonly number[];
  /** The main thread's part of a turn: what is said, sent, and answered. */
  readonly shareMedianMs: number;
  readonly shareP99Ms: number;
  readonly fillLoop: LoopFigures;
  readonly queryLoop: LoopFigures;
  readonly bombs: readonly { readonly name: string; readonly ms: number; readonly outcome: string }[];
  readonly bombLoop: LoopFigures;
  readonly rssBytes: number;
  readonly peakBytes: number;
}
