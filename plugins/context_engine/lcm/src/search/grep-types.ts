import type { Message } from '@hermes-context/contract';

/** How a pattern is meant. `auto` reads what looks like a regular expression as one, and anything else as text. */
export type GrepMode = 'auto' | 'text' | 'regex' | 'literal';
/** What is looked at. `files` are the messages whose text was too long to be shown whole; `messages` has them as well. */
export type GrepTarget = 'messages' | 'summaries' | 'files' | 'all';
/** `smart`: capitals in the pattern make a literal or a regular expression tell them apart; text never does. */
export type GrepCase = 'smart' | 'sensitive' | 'insensitive';
/** `relevance` ranks text by how many rare words it has, then by shortness; other modes answer newest first instead. */
export type GrepSort = 'newest' | 'oldest' | 'relevance';

/** Where is looked. */
export type GrepWithin =
  /** The caller's own conversation. */
  | { readonly kind: 'conversation' }
  /** The caller's conversation and those of its family, {@link GrepScope.family}. */
  | { readonly kind: 'session' }
  /** Every conversation of the store. */
  | { readonly kind: 'all' }
  /** One conversation by the id of its session. */
  | { readonly kind: 'other'; readonly sessionId: string }
  /** What stands under one summary. */
  | { readonly kind: 'summary'; readonly summaryId: string };

/** A question to the store, checked and with all defaults in place. `parseGrep` makes one of what a model sent. */
export interface GrepRequest {
  /** 1 to 500 characters, not blank. */
  readonly pattern: string;
  readonly mode: GrepMode;
  readonly in: GrepTarget;
  readonly within: GrepWithin;
  /** Empty: any. */
  readonly roles: readonly Message['role'][];
  /** Names of tools whose results are looked at. Empty: any message. */
  readonly toolNames: readonly string[];
  /** Milliseconds of the epoch, included. */
  readonly since?: number;
  /** Milliseconds of the epoch, not included. */
  readonly until?: number;
  readonly case: GrepCase;
  /** Lines before and after the one that matched, 0 to 5. */
  readonly contextLines: number;
  /** Hits a page, 1 to 200. */
  readonly limit: number;
  /** {@link GrepFound.nextCursor} of the page before, with the same question. */
  readonly cursor?: string;
  readonly sort: GrepSort;
  readonly groupBy: 'summary' | 'none';
  /** No hits, only how many there are. */
  readonly countOnly: boolean;
  /** Also what was left behind by undo, rewind or fork. */
  readonly includeAbandoned: boolean;
}

/** Who asks, and what they may see. Comes from the host, never from a model. */
export interface GrepScope {
  readonly sessionId: string;
  /** Sessions that were this one before, for `within: session`. Unknown: none. */
  readonly family?: readonly string[];
  /** Whether other sessions than the own and the family may be looked at. Default false: asking for them is an error. */
  readonly mayReadOthers?: boolean;
  /** From how many characters a message counts as a file. Default 100,000, which is about 25,000 tokens. */
  readonly fileChars?: number;
}

/** What a call may use up before it answers `complete: false` with a cursor. */
export interface GrepLimits {
  /** Milliseconds of work, waiting not counted. Default 3,000. */
  readonly workMs?: number;
  /** Characters of text read. Default 200 million. */
  readonly chars?: number;
  /** Milliseconds of work between two pauses. Default 3. */
  readonly chunkMs?: number;
}

/** What a search runs with. */
export interface GrepRun extends GrepScope {
  /** Milliseconds that only rise, as `performance.now`. */
  readonly clock: () => number;
  readonly limits?: GrepLimits;
}

/** A piece of text around a match. */
export interface GrepSnippet {
  /** With `contextLines`, whole lines, long ones cut; without, the text around the match on one line. */
  readonly text: string;
  /** The match within `text`, half-open, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

interface FoundPlace {
  /** Line of the first match, from 1. */
  readonly line: number;
  /** Where the first match begins in the text, in UTF-16 units. Calls of tools and reasoning follow the text. */
  readonly offset: number;
  readonly snippet: GrepSnippet;
  /** Places in this text that match, up to 100; overlapping ones count once. */
  readonly matches: number;
}

/** A message that was found. */
export interface GrepMessageHit extends FoundPlace {
  readonly kind: 'message';
  /** Id of its entry, for `lcm_expand` and `lcm_describe`. */
  readonly entry: number;
  readonly sessionId: string;
  /** The message's number in its conversation, from 1. */
  readonly depth: number;
  readonly role: Message['role'];
  /** Name of the tool whose result it is. */
  readonly tool?: string;
  /** Milliseconds of the epoch. */
  readonly at: number;
  /** Whether it is too long to be shown whole. */
  readonly isFile: boolean;
  /** Whether the first match is in the message's own text, in a call of a tool, or in the model's reasoning. */
  readonly place: 'text' | 'call' | 'reasoning';
}

/** A summary that was found. */
export interface GrepSummaryHit extends FoundPlace {
  readonly kind: 'summary';
  readonly summary: GrepSummary;
}

/** One hit: a message or a summary has at most one. */
export type GrepHit = GrepMessageHit | GrepSummaryHit;

/** A summary as a hit or as the heading of a group. */
export interface GrepSummary {
  /** `sum_` and 12 hexadecimal digits. */
  readonly id: string;
  readonly sessionId: string;
  readonly kind: 'leaf' | 'condensed';
  /** First and last entry that it stands for, with their numbers in the conversation, and their times in milliseconds of the epoch. */
  readonly firstEntry: number;
  readonly lastEntry: number;
  readonly firstDepth: number;
  readonly lastDepth: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

/** Hits of a page that one summary covers, in the order of the page. */
export interface GrepGroup {
  /** The uppermost summary over them; none for what no summary covers yet. */
  readonly summary?: GrepSummary;
  readonly hits: readonly GrepHit[];
}

/** How many there are: exactly, or at least because not all were counted. */
export type GrepTotal =
  | { readonly kind: 'exact'; readonly count: number }
  | { readonly kind: 'at-least'; readonly count: number };

/** What was found. No hits in a `complete` answer means that the whole scope was searched. */
export interface GrepFound {
  readonly kind: 'answer';
  /** Empty when grouped, or only counted. */
  readonly hits: readonly GrepHit[];
  /** Only with `groupBy: 'summary'`. */
  readonly groups?: readonly GrepGroup[];
  /** Hits on this page. */
  readonly returned: number;
  /** Hits on all pages, those before this one included. */
  readonly total: GrepTotal;
  /**
   * Whether everything that belongs before the end of this page was searched. False when a limit was reached first:
   * `nextCursor` then goes on at that very place.
   */
  readonly complete: boolean;
  readonly reasonIncomplete?: string;
  /** What was read for this page. */
  readonly scanned: { readonly rows: number; readonly chars: number };
  /** Nothing matched as asked, so the question was loosened: any of the words, or capitals the same as small letters. */
  readonly relaxed?: 'any-term' | 'ignore-case';
  /** What `auto` became. */
  readonly modeUsed: Exclude<GrepMode, 'auto'>;
  /** For the next page; absent on the last one. */
  readonly nextCursor?: string;
  /** What was searched. */
  readonly scope: {
    readonly conversations: readonly string[];
    readonly conversationCount: number;
    readonly messages: number;
  };
  /** For the reader of the answer, in English: what was understood otherwise than it may have been meant. */
  readonly warnings: readonly string[];
}

/** Why a question cannot be answered. */
export type GrepErrorReason =
  | 'bad-parameter'
  | 'bad-pattern'
  | 'bad-cursor'
  | 'unknown-conversation'
  | 'unknown-summary'
  /** Nothing of the conversation is stored yet. */
  | 'empty-scope'
  | 'not-allowed';

/** A question that cannot be answered: never the same as nothing found. */
export interface GrepError {
  readonly kind: 'error';
  readonly reason: GrepErrorReason;
  /** What is wrong, why, and what to send instead. */
  readonly message: string;
  /** Where in the pattern, in UTF-16 units from 0. */
  readonly position?: number;
}

/** The outcome of a search. */
export type GrepAnswer = GrepFound | GrepError;
