import type { Messages } from '@hermes-context/contract';
import type {
  AppendOptions,
  AppendResult,
  ChangeRequest,
  ChangeResult,
  CommitRequest,
  CommitResult,
  RewindRequest,
} from './change.ts';
import type { HeldLease, Lease, LeaseRequest, LeaseResult } from './lease.ts';
import type { Revision } from './revision.ts';
import type { SearchPage, SearchQuery } from './search-query.ts';
import type { NewSession, Session, SessionChange } from './session.ts';
import type { ImportResult, SessionRecord } from './session-record.ts';
import type { LiveList, MessageState, StoredMessage } from './stored-message.ts';

/** One page of a listing. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Give it back as `cursor` for the next page; absent on the last one. */
  readonly next?: string;
}

/** Which sessions to list: the newest first, by `updatedAt`. */
export interface SessionListing {
  /** Ids that begin so. */
  readonly idPrefix?: string;
  /** Exactly this title. */
  readonly title?: string;
  /** Sessions that a rotation closed too. Default false: their continuation stands for them, where it is here. */
  readonly includeContinued?: boolean;
  /** 1 to 1,000. Default 50. */
  readonly limit?: number;
  readonly cursor?: string;
}

/** Which messages of a session to read: all of them by default, oldest first. */
export interface MessageListing {
  readonly states?: readonly MessageState[];
  /** Only what the summary of this id stands for: the messages that its compaction covered. */
  readonly behind?: string;
  /** Sequences after this one. */
  readonly after?: number;
  /** 1 to 1,000. Default 100. */
  readonly limit?: number;
}

/** One thing that is wrong with a store. */
export interface Damage {
  readonly sessionId?: string;
  /** One sentence, with ids or numbers. */
  readonly what: string;
}

/**
 * Keeps conversations. Messages are only ever added; a session's live list is a view on them, and every change of it can
 * be undone. Each method is one transaction: it happens as a whole or not at all, whatever dies meanwhile, and what it
 * has answered stays. Any number of stores and processes may work on the same sessions.
 *
 * Nothing that is handed in is edited or kept; what is handed out belongs to the caller.
 *
 * @throws SessionNotFoundError - From every method that is given the id of a session that does not exist.
 * @throws SessionInputError - For a value that no store could take: a title that is taken, a limit of 0, what is no
 *   message. Nothing was written.
 * @see `describeSessionStore` in `@hermes-context/testing`: these promises, as tests.
 */
export interface SessionStore {
  /** Where it keeps things, for a person to read: a path, or `memory`. */
  readonly location: string;

  create(session?: NewSession): Promise<Session>;
  get(sessionId: string): Promise<Session>;
  update(sessionId: string, change: SessionChange): Promise<Session>;
  list(listing?: SessionListing): Promise<Page<Session>>;

  /**
   * Add messages at the end of the live list. Needs no lease: it may happen while a compaction runs.
   *
   * A message is what JSON makes of it: -0 comes back as 0, an infinite number as `null`. `role` is a text, not empty;
   * `content` a text, `null`, missing, or a list of objects with a `type`; `tool_calls` missing, `null`, or a list of
   * calls with an `id` and a `function` with `name` and `arguments`, all texts; a message of a tool has a `tool_call_id`.
   * It has at most 1,000 levels. Other roles and fields than those we know are kept as they are.
   *
   * @throws SessionInputError - For anything else; none of the messages was added.
   */
  append(sessionId: string, messages: Messages, options?: AppendOptions): Promise<AppendResult>;
  /** The live list of today; with `revision`, as it was when that revision ended or, for the newest, is. */
  load(sessionId: string, at?: { readonly revision?: number }): Promise<LiveList>;
  /** Messages of a session whatever their state. */
  read(sessionId: string, listing?: MessageListing): Promise<Page<StoredMessage>>;

  /**
   * Write a compaction: the list at `expectedRevision` becomes the outcome's, and what was appended since follows it.
   *
   * @throws SessionInputError - For an outcome with a new message that `append` would refuse.
   */
  commit(request: CommitRequest): Promise<CommitResult>;
  /** Hide the end of the live list. The hidden messages stay stored, and an undo brings exactly them back. */
  rewind(request: RewindRequest): Promise<ChangeResult>;
  /**
   * Take back the newest change that is in effect, compaction or rewind. The list is again what it was before, plus
   * what came since; what the change itself had added is hidden.
   */
  undo(request: ChangeRequest): Promise<ChangeResult>;
  /** Bring back what was undone last, as long as nothing else was compacted or rewound since. */
  redo(request: ChangeRequest): Promise<ChangeResult>;
  /** A new session that begins with a copy of this one's live list, and shares its content. */
  branch(sessionId: string, session?: NewSession): Promise<Session>;
  /** Every change of the live list, newest first. `cursor` is `next` of the page before. */
  revisions(sessionId: string, page?: { readonly cursor?: string; readonly limit?: number }): Promise<Page<Revision>>;

  acquireLease(request: LeaseRequest): Promise<LeaseResult>;
  /** Whether the lease held, and now holds for its full time again. */
  refreshLease(lease: Lease): Promise<boolean>;
  /** Give it back. Somebody else's lease, or one that has ended, stays as it is. */
  releaseLease(lease: Lease): Promise<void>;
  /** The leases that hold right now. */
  leases(): Promise<readonly HeldLease[]>;

  /** @throws SearchQueryError - For a query that cannot be answered; no hits is an answer, this is none. */
  search(query: SearchQuery): Promise<SearchPage>;

  /** Everything about a session, archive and history included. */
  exportSession(sessionId: string): AsyncIterable<SessionRecord>;
  /**
   * Take over a session that was exported, under its own id. Again: nothing happens. A later export of it: what is new
   * is added. Title, goal and metadata that were changed here since the last import stay; so do those of a session that
   * began here. Fields that somebody added to the records are passed over, those inside messages kept.
   *
   * @throws SessionImportError - For records that are damaged, hold what `append` would refuse, or disagree with what is
   *   here. It names message and field. Nothing was written.
   */
  importSession(records: AsyncIterable<SessionRecord> | Iterable<SessionRecord>): Promise<ImportResult>;

  /** Look everything over; slow. Empty: the store is sound. */
  check(): Promise<readonly Damage[]>;
  /**
   * Let go of files and memory. Further calls reject, and so may those that were not done: with a SessionStoreError of
   * the fault `closed`. A second close does no harm.
   */
  close(): Promise<void>;
}
