import type { CompressOutcome } from '@hermes-context/contract';
import type { Busy, Lease } from './lease.ts';
import type { Receipt } from './revision.ts';

/** An engine's outcome that changes something. */
export type Compressed = Extract<CompressOutcome, { kind: 'compressed' }>;

/** A compaction to be written. */
export interface CommitRequest {
  readonly sessionId: string;
  /** Revision of the list that the engine was given: `LiveList.revision`. */
  readonly expectedRevision: number;
  /** `LiveList.sequence` of that list. What was appended since stays live, behind the outcome. */
  readonly expectedSequence: number;
  /**
   * The new list. Messages that carry the id of a message of the list, or have no id and are equal to one, stay that
   * message; all others are stored as new ones, and must be what `SessionStore.append` takes.
   */
  readonly outcome: Compressed;
  readonly lease: Lease;
  /** Names this compaction: committed again under the same key, nothing happens and the first receipt comes back. */
  readonly key: string;
  readonly engine: string;
  readonly model?: string;
  readonly durationMs?: number;
  /** Default true. False: the outcome goes on under a new session id, and this session is closed. */
  readonly inPlace?: boolean;
}

/** Somebody else changed the list meanwhile. */
export interface Conflict {
  readonly kind: 'conflict';
  /** What the revision is now. Load the list again and start over. */
  readonly revision: number;
}

/** The lease had ended, and somebody else may have taken it. Nothing was written. */
export interface LeaseLost {
  readonly kind: 'lease-lost';
}

/** The session was closed by a rotation. Nothing was written: go on with the session that is named. */
export interface Continued {
  readonly kind: 'continued';
  readonly by: string;
}

export type CommitResult =
  | { readonly kind: 'committed'; readonly receipt: Receipt }
  /** The same key was committed before; nothing was written. */
  | { readonly kind: 'repeated'; readonly receipt: Receipt }
  | Conflict
  | LeaseLost
  | Continued;

/** A change of the list without an engine. */
export interface ChangeRequest {
  readonly sessionId: string;
  /** Refuse if the list is at another revision. Default: whatever it is. */
  readonly expectedRevision?: number;
  /** Default: none, and the change is refused as `busy` while somebody holds one. */
  readonly lease?: Lease;
}

export interface RewindRequest extends ChangeRequest {
  /** Id of a live message: it and everything behind it in the live list are hidden. */
  readonly messageId: string;
}

/** What came of a rewind, an undo or a redo. */
export type ChangeResult =
  | {
      readonly kind: 'changed';
      /** The new revision. */
      readonly revision: number;
      /** The revision that was undone or redone; for a rewind, the new one. */
      readonly of: number;
      readonly liveMessages: number;
      readonly liveTokens: number;
    }
  /** There is nothing to undo, to redo or to rewind to; `detail` says why in one sentence. */
  | { readonly kind: 'nothing'; readonly detail: string }
  | Conflict
  | LeaseLost
  | Continued
  | Busy;

/** How messages are to be stored. */
export interface AppendOptions {
  /** Names this delivery: appended again under the same key, nothing happens and the first answer comes back. */
  readonly key?: string;
}

export type AppendResult =
  | {
      readonly kind: 'appended';
      /** Ids of the messages, in order. */
      readonly ids: readonly string[];
      /** Sequence of the last one. */
      readonly sequence: number;
      /** True where the same key had been appended before: nothing was written. */
      readonly isRepeat: boolean;
    }
  | Continued;
