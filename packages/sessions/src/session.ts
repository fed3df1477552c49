/** How a session came to be. */
export type SessionOrigin =
  /** Begun by a person, or taken over by an import. */
  | 'new'
  /** Goes on where a compaction closed its parent: `compression.in_place` is false. */
  | 'rotation'
  /** Made from a copy of its parent's live list. */
  | 'branch';

/** What a session is to begin with. */
export interface NewSession {
  /** Default: minted by the store, from the time and random letters. 1 to 128 of letters, digits, `.`, `_`, `-`. */
  readonly id?: string;
  /** Unique among all sessions. Unknown: the session has no title. */
  readonly title?: string;
  /** The standing goal of the conversation, in any form of the host's that JSON can hold. */
  readonly goal?: unknown;
  /** Whatever the host wants to find again, such as the platform or the working directory. JSON. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** What may change about a session. A key that is absent stays; `null` removes. */
export interface SessionChange {
  readonly title?: string | null;
  readonly goal?: unknown;
  /** Takes the place of all metadata that there was. */
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

/** A session as the store sees it. Times are milliseconds since 1970 in UTC. */
export interface Session {
  readonly id: string;
  readonly title?: string;
  readonly origin: SessionOrigin;
  /** The session that this one goes on from or was branched off. Never set where compaction is in place (S-073). */
  readonly parentSessionId?: string;
  /** Set once a rotation closed this session: the session to go on with. Nothing can be appended here any more. */
  readonly continuedBy?: string;
  readonly goal?: unknown;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly createdAt: number;
  /** When a message or a change came last. */
  readonly updatedAt: number;
  /** Revision of the live list: 1 at first, one more for every compaction, rewind, undo and redo. An append keeps it. */
  readonly revision: number;
  /** Sequence of the newest message, and so the number of messages ever stored; 0 while there is none. */
  readonly sequence: number;
  readonly liveMessages: number;
  readonly liveTokens: number;
  /** Compactions in effect: those that were undone do not count. */
  readonly compactions: number;
}
