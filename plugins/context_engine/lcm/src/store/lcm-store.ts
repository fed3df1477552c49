import type { Message } from '@hermes-context/contract';
import type { GrepAnswer, GrepLimits, GrepRequest, GrepScope } from '../search/grep-types.ts';

/** A message to be stored. No summaries, bridges or repairs: those are the engine's, not the conversation's. */
export interface IngestMessage {
  readonly message: Message;
  readonly tokens: number;
  /** When it was said, in milliseconds since 1970, UTC. */
  readonly at: number;
  /** The host's id for it, `message._context.id`. Absent: it is recognised by its content and its neighbours. */
  readonly hostId?: string;
  /**
   * Something that is not the conversation's stands in front of it in the list, such as the summary of another engine:
   * older messages may be missing there. Default false: messages that are missing without a summary of this store over
   * them were taken back, where the list says so.
   */
  readonly isAfterGap?: boolean;
}

/**
 * What a delivered list is.
 *
 * - `part`, the default: any stretch of the conversation. What is known is recognised, what is new is appended behind
 *   the newest known message of the list. Without anything new, nothing changes.
 * - `live`: the live list whole, up to its newest message, older ones perhaps summarised away. The head moves to its
 *   last message, also when nothing is new: after an undo, for instance.
 * - `added`: what followed the newest message of the store. Messages without the host's id are stored even where they
 *   look like a second delivery of the newest ones, and flagged.
 */
export type Delivery = 'part' | 'live' | 'added';

/** What became of one message of a delivered list. */
export interface IngestedEntry {
  /** Id of the entry that holds it. */
  readonly id: number;
  /**
   * `known`: it was there already. `new`: appended behind what stands before it in the list. `aside`: new, but its
   * place lies within what is known or even summarised; it can be found and read, but is not on the path.
   */
  readonly kind: 'known' | 'new' | 'aside';
  /** Whether it is on the path now: no summary can stand for one that is not. */
  readonly isOnPath: boolean;
  /** Whether a summary of the current branch stands over it. */
  readonly isCovered: boolean;
}

/** What came of an ingest. All of it happened in one transaction, or nothing did. */
export interface Ingested {
  /** One for each message of the list, in its order. */
  readonly entries: readonly IngestedEntry[];
  /** Messages stored, those aside included. */
  readonly newCount: number;
  /** Of them, those that may be repetitions of what was there, or not: stored and flagged. */
  readonly ambiguousCount: number;
  /** Whether the head went elsewhere than forward: undo, rewind, fork, redo. */
  readonly hasMoved: boolean;
  /** Entry of the newest message of the current branch; unknown while the conversation is empty. */
  readonly head: number | undefined;
}

/** One stored message. */
export interface StoredEntry {
  readonly id: number;
  /** Its number on its path, from 1. */
  readonly depth: number;
  readonly hostId?: string;
  readonly role: Message['role'];
  /** Of a tool's result: the tool's name. */
  readonly tool?: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  readonly tokens: number;
  /** As it was delivered, with the host's id under `_context.id` where there is one. */
  readonly message: Message;
  /** An earlier entry that this may be a repetition of. */
  readonly ambiguousWith?: number;
  /** Whether it is on the current branch. */
  readonly isCurrent: boolean;
  readonly sessionId: string;
}

/** Depths, both included; absent ends are the path's own. */
export interface PathRange {
  readonly fromDepth?: number;
  readonly toDepth?: number;
  /** Most entries to answer with, the oldest ones of the range. Absent: all of them. */
  readonly limit?: number;
}

/** Which tool result is wanted. */
export interface ResultRequest {
  readonly sessionId: string;
  /** The beginning of the SHA-256 of its text's UTF-8, up to 32 hexadecimal digits. */
  readonly hash: string;
  /** The call that it answers; absent: any. */
  readonly callId?: string;
}

/** A summary to be stored. */
export interface NewSummary {
  readonly sessionId: string;
  readonly text: string;
  readonly tokens: number;
  /** How much the summarizer had to be pressed: 1 detailed, 2 bullets, 3 cut. */
  readonly level: number;
  /** What it stands for: messages make a leaf, summaries a condensed one. In any order. */
  readonly sources:
    | { readonly kind: 'entries'; readonly entries: readonly number[] }
    | { readonly kind: 'summaries'; readonly summaries: readonly string[] };
}

/** One stored summary. Never changes. */
export interface StoredSummary {
  /** `sum_` and 12 hexadecimal digits. */
  readonly id: string;
  readonly sessionId: string;
  readonly kind: 'leaf' | 'condensed';
  /** Levels of summaries under it; 0 for a leaf. */
  readonly depth: number;
  readonly text: string;
  readonly tokens: number;
  /** The first and the last message that it stands for: their entries, their numbers on the path, their times. */
  readonly firstEntry: number;
  readonly lastEntry: number;
  readonly firstDepth: number;
  readonly lastDepth: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Messages under it, and their size. */
  readonly entryCount: number;
  readonly sourceTokens: number;
  readonly level: number;
  readonly createdAt: number;
}

/** A summary with its place among the others. */
export interface SummaryDetail extends StoredSummary {
  /** Ids of the summaries that it was made of, in order; none for a leaf. */
  readonly children: readonly string[];
  /** Ids of those made of it. More than one only where branches differ. */
  readonly parents: readonly string[];
  /** Whether it counts on the current branch: it is a root, or under one. */
  readonly isLive: boolean;
  /** Whether it is live and no other live one stands over it. */
  readonly isRoot: boolean;
}

/** Sizes of the store, or of one session of it. */
export interface LcmStats {
  readonly schemaVersion: number;
  readonly sessions: number;
  /** Messages stored, on all branches. */
  readonly entries: number;
  readonly ambiguousEntries: number;
  readonly leaves: number;
  readonly condensed: number;
  /** Of the current branch; only for one session. */
  readonly path?: {
    readonly messages: number;
    readonly tokens: number;
    readonly roots: number;
    /** What stands under no summary, and what the roots themselves weigh: together the size of the projection. */
    readonly uncoveredTokens: number;
    readonly rootTokens: number;
  };
  /** The whole file's, whichever session was asked for. */
  readonly file: {
    /** On disk, the log beside it not counted. */
    readonly bytes: number;
    readonly logBytes: number;
    /** UTF-8 of all messages as delivered, as JSON. */
    readonly contentBytes: number;
    /** Of all texts, each counted once; and what they take, some compressed. */
    readonly bodyChars: number;
    readonly bodyBytes: number;
  };
  /** Entries and summaries that are not indexed yet; they are searched directly. */
  readonly indexLag: { readonly entries: number; readonly summaries: number };
}

/** What an import brought. */
export interface Imported {
  readonly sessionId: string;
  readonly entries: number;
  readonly summaries: number;
}

/** What a search may see and use up, without its clock: the store has its own. */
export interface GrepOptions extends GrepScope {
  readonly limits?: GrepLimits;
}

/**
 * A store of conversations that never loses a message. All work happens on a thread of its own. Every method rejects
 * with an `LcmStoreError`; then nothing was changed.
 */
export interface LcmStore {
  /** Store what is new of a list of messages. The same list again, or any stretch of it, changes nothing. */
  ingest(
    sessionId: string,
    messages: readonly IngestMessage[],
    options?: { readonly delivery?: Delivery },
  ): Promise<Ingested>;
  /** Messages of the current branch, oldest first; none for an unknown session. */
  path(sessionId: string, range?: PathRange): Promise<readonly StoredEntry[]>;
  entry(id: number): Promise<StoredEntry | undefined>;
  /** A tool result of 100 and more tokens by its text; of several the newest. */
  result(request: ResultRequest): Promise<StoredEntry | undefined>;
  /** A piece of an entry's text, and how long all of it is, both in UTF-16 units. */
  entryText(
    id: number,
    piece: { readonly from: number; readonly chars: number },
  ): Promise<{ readonly text: string; readonly chars: number } | undefined>;
  /**
   * Store a summary and what it stands for, and answer with its id.
   *
   * @throws LcmStoreError - `not-on-branch` when a source is not on the current branch, `already-covered` when a live
   *   summary stands over one, `unknown-source`, `bad-input` for no sources or no text.
   */
  addSummary(summary: NewSummary): Promise<string>;
  /** The summaries of the current branch that no other live one stands over, oldest first. */
  roots(sessionId: string): Promise<readonly StoredSummary[]>;
  summary(id: string): Promise<SummaryDetail | undefined>;
  /** Messages under a summary, whatever lies between, oldest first; those behind the entry `after`. */
  summaryEntries(
    id: string,
    page: { readonly after?: number; readonly limit: number },
  ): Promise<readonly StoredEntry[]>;
  grep(request: GrepRequest, options: GrepOptions): Promise<GrepAnswer>;
  stats(sessionId?: string): Promise<LcmStats>;
  /** What contradicts itself in the store, a sentence each. Empty when all is well. */
  verify(): Promise<readonly string[]>;
  /** Wait until everything stored so far is indexed. */
  indexAll(): Promise<void>;
  /** Do now what is otherwise done in spare time: compress what summaries cover, give free space back. */
  tidy(): Promise<void>;
  /** A session as lines of JSON, each without its line break. Consistent as of its start. */
  exportSession(sessionId: string): AsyncIterable<string>;
  /** @throws LcmStoreError - `bad-import` for lines that no export wrote, `session-exists` when the session is there. */
  importSession(lines: Iterable<string> | AsyncIterable<string>): Promise<Imported>;
  /** Let go of the store. The last one to do so closes the file; the calls still under way are answered first. */
  close(): Promise<void>;
}
