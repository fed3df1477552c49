import type { Message, Messages } from '@hermes-context/contract';

/**
 * What a message of a session is right now (S-071). `live`: part of the live list (active=1, compacted=0).
 * `compacted`: a summary or another message stands in its place (active=0, compacted=1). `hidden`: a rewind took it
 * back, or the compaction that made it was undone (active=0, compacted=0).
 */
export type MessageState = 'live' | 'compacted' | 'hidden';

/** A message as it lies in the store: for ever, and word for word. */
export interface StoredMessage {
  readonly sessionId: string;
  /** Minted by the store: the session's id, `:`, and the sequence. The same as `message._context.id`. */
  readonly id: string;
  /** Place in the order of arrival: 1, 2, 3, … Order is by this, never by a clock. */
  readonly sequence: number;
  readonly state: MessageState;
  readonly active: boolean;
  readonly compacted: boolean;
  /** As it was appended, key for key, with the store's id under `_context.id`. */
  readonly message: Message;
  /** Milliseconds since 1970 in UTC: what the message itself says, and else when the store received it. */
  readonly createdAt: number;
  readonly timeSource: 'message' | 'store';
  /** Estimated size. */
  readonly tokens: number;
  /** The revision that wrote it, for messages that a compaction made; absent for those that were appended. */
  readonly madeBy?: number;
  /** Id of the message that this is a copy of: rotation and branching copy, sharing the content. */
  readonly copyOf?: string;
}

/** The list to send to the model, and where it stands. */
export interface LiveList {
  readonly sessionId: string;
  readonly revision: number;
  /** Sequence of the newest message of the session when the list was read. Give it back to `commit`. */
  readonly sequence: number;
  /** Each message carries its id under `_context.id`. */
  readonly messages: Messages;
}
