import type { CommitReceipt } from '@hermes-context/contract';
import type { SequenceRange } from './sequence-range.ts';

/** What a change of a session's live list was. */
export type RevisionKind =
  /** The first revision: everything that is there is live, the copies that a branch or a rotation begins with included. */
  | 'start'
  /** A compaction in place. */
  | 'commit'
  /** A compaction that went on under this session's id: the first change of a session that a rotation made. */
  | 'rotation'
  /** Messages were taken back. */
  | 'rewind'
  /** The newest change in effect was taken back. */
  | 'undo'
  /** The change that was undone last took effect again. */
  | 'redo';

/** What one compaction did, as the store wrote it. */
export interface Receipt extends CommitReceipt {
  /** What the caller named the compaction. Committing under the same key again changes nothing. */
  readonly key: string;
  /** The session that was closed, in a rotation; empty in place (S-074). */
  readonly oldSessionId: string;
  /** How often this conversation has been compacted, this time included, through rotations. */
  readonly compressionCount: number;
  readonly engine: string;
  readonly model?: string;
  /** Of the summary's message, if the engine made one. */
  readonly summaryId?: string;
  /** Messages of this session that were live and are not any more, by sequence: a set, which may have gaps. */
  readonly covered: readonly SequenceRange[];
  /** Number of messages in `covered`. */
  readonly coveredMessages: number;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  /** Sizes of the list before and after, in estimated tokens. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly durationMs?: number;
  /** When it was committed: milliseconds since 1970 in UTC. */
  readonly at: number;
}

/** One change of the live list. */
export interface Revision {
  readonly sessionId: string;
  readonly number: number;
  readonly kind: RevisionKind;
  readonly at: number;
  /** The revision that an undo took back or a redo brought back. */
  readonly of?: number;
  readonly receipt?: Receipt;
  /** Whether the change shapes the list of today: `undo` would take it back sooner or later. False for undo and redo. */
  readonly inEffect: boolean;
}
