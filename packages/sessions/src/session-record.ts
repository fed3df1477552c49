import type { Message } from '@hermes-context/contract';
import type { Receipt, RevisionKind } from './revision.ts';
import type { SequenceRange } from './sequence-range.ts';
import type { SessionOrigin } from './session.ts';
import type { MessageState } from './stored-message.ts';

/** First record of a session's export. */
export interface SessionHeader {
  readonly record: 'session';
  readonly format: 'hermes-context-session';
  readonly version: 1;
  readonly id: string;
  readonly title?: string;
  readonly origin: SessionOrigin;
  readonly parentSessionId?: string;
  readonly continuedBy?: string;
  readonly goal?: unknown;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** How many records of each kind follow, so that a file that was cut off shows. */
  readonly messages: number;
  readonly revisions: number;
}

/** One message, live or not. */
export interface MessageRecord {
  readonly record: 'message';
  readonly sequence: number;
  /** What it was when it was exported. For readers; an import derives it from the revisions. */
  readonly state: MessageState;
  readonly createdAt: number;
  readonly timeSource: 'message' | 'store';
  readonly madeBy?: number;
  readonly copyOf?: string;
  /** Named by `append` or not at all: without it a delivery that is repeated after an import would be stored twice. */
  readonly appendKey?: string;
  /** Without the store's id, which is the session's id and the sequence. */
  readonly message: Message;
}

/** One state of the live list. Every message up to `base` is in exactly one of `live`, `compacted` and `hidden`. */
export interface RevisionRecord {
  readonly record: 'revision';
  readonly number: number;
  readonly kind: RevisionKind;
  readonly at: number;
  readonly of?: number;
  /** Sequence of the newest message before this change, so: what was live before it is the list before, up to here. */
  readonly closed: number;
  /** Sequence of the newest message when the change was done, its own messages included. What came later is live, behind `live`. */
  readonly base: number;
  /** The list in its order. */
  readonly live: readonly SequenceRange[];
  /** Ascending. */
  readonly compacted: readonly SequenceRange[];
  /** Ascending. */
  readonly hidden: readonly SequenceRange[];
  readonly receipt?: Receipt;
}

/** One line of an export: the header, then all messages by sequence, then all revisions by number. */
export type SessionRecord = SessionHeader | MessageRecord | RevisionRecord;

/** What came of an import. */
export interface ImportResult {
  /** `imported`: it was not here. `extended`: its beginning was. `unchanged`: all of it was. */
  readonly kind: 'imported' | 'extended' | 'unchanged';
  readonly sessionId: string;
  readonly messages: number;
  readonly revisions: number;
  /** The session that this one goes on in (`continuedBy`), where that is not here: it is to be imported too. */
  readonly missingContinuation?: string;
}
