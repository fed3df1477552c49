import type { Message } from '@hermes-context/contract';
import type { MessageState, StoredMessage } from './stored-message.ts';

/** How the text of a query is meant. */
export type SearchMode =
  /** Words, in any order, in any form (`compacting` finds `compaction`); `"…"` keeps words together; a term with symbols, such as `foo-bar` or `C++`, is found as written. */
  | 'text'
  /** The characters as they are, upper and lower case alike. */
  | 'literal'
  /** A regular expression in the syntax of RE2: linear time, no look-around, no back-references. */
  | 'regex';

/** What to look for, and where. */
export interface SearchQuery {
  readonly text: string;
  /** Default `text`. */
  readonly mode?: SearchMode;
  /** Search this session and those that it goes on from by rotation. Default: every session. */
  readonly sessionId?: string;
  /** Default: `live` and `compacted`. */
  readonly states?: readonly MessageState[];
  /** Default: all roles. */
  readonly roles?: readonly Message['role'][];
  /** Names of tools: their calls and their results. */
  readonly tools?: readonly string[];
  /** Created at or after this moment: milliseconds since 1970 in UTC. */
  readonly after?: number;
  /** Created before this moment. */
  readonly before?: number;
  /** Messages of the same session to show on each side of a hit, 0 to 20. Default 0. */
  readonly contextMessages?: number;
  /** Hits to a page, 1 to 100. Default 20. */
  readonly limit?: number;
  /** `next` of the page before. The query must be the same. */
  readonly cursor?: string;
  /** For how long to look through messages one by one before a page ends incomplete. Default 2,000. */
  readonly budgetMs?: number;
  readonly signal?: AbortSignal;
}

/** A message that was found. */
export interface SearchHit {
  readonly message: StoredMessage;
  /** The place that was found and its surroundings, 240 characters at most, on one line. */
  readonly snippet: string;
  /** Neighbours in order of arrival, of any state but hidden, oldest first. */
  readonly before: readonly StoredMessage[];
  readonly after: readonly StoredMessage[];
}

/** Hits, newest first, each conversation's copies of one message once. */
export interface SearchPage {
  readonly hits: readonly SearchHit[];
  /** Where the next page begins; absent once everything was looked through. */
  readonly next?: string;
  /** Whether this page and those before it have looked through all there is in the scope. Without it, no hits does not mean that there are none. */
  readonly complete: boolean;
  /** One sentence on why not: the page is full, the time was up. */
  readonly reason?: string;
  /** Text mode: `any` where no message holds all terms and those that hold some are shown instead. */
  readonly matched: 'all' | 'any';
  /** What was searched. */
  readonly scope: { readonly sessions: number; readonly messages: number };
}
