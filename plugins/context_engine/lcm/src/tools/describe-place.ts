import { wrongArgument } from './read-arguments.ts';

/** Lines of a list that one answer shows; fewer where the window has little room. */
const LIST_LINES = 20;
const SHORT_LIST_LINES = 5;
/** Size of an answer from which a list may be long, in tokens. */
const LONG_LIST_TOKENS = 2_000;

/** What of a description is shown next: lines of its list, or its text. */
export interface DescribePlace {
  readonly part: 'list' | 'text';
  /** Lines or UTF-16 units before it. */
  readonly at: number;
}

/** @throws Error for what no answer gave. */
export function parseDescribeCursor(cursor: string | undefined): DescribePlace | undefined {
  if (cursor === undefined) return undefined;
  const [, part, at] = /^(list|text)@(\d{1,15})$/.exec(cursor) ?? [];
  if (at === undefined) throw wrongDescribeCursor(cursor);
  return { part: part === 'text' ? 'text' : 'list', at: Number(at) };
}

/** A place as the text that the next call sends. */
export function describeCursor({ part, at }: DescribePlace): string {
  return `${part}@${at}`;
}

/** For a cursor that leads nowhere. */
export function wrongDescribeCursor(cursor: string): Error {
  return wrongArgument('cursor', cursor, 'the cursor of an earlier answer for the same id, such as list@20, or none');
}

/** A part of a list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** Which of them these are, in words. */
  readonly range: string;
  /** Where the rest begins; unknown when this is the end. */
  readonly next: DescribePlace | undefined;
}

/**
 * The lines of a list that an answer of some size shows.
 *
 * @throws Error for a place behind the list's end.
 */
export function listPage<Item>(items: readonly Item[], at: number, capTokens: number): ListPage<Item> {
  if (at > 0 && at >= items.length) throw wrongDescribeCursor(describeCursor({ part: 'list', at }));
  const end = Math.min(items.length, at + (capTokens < LONG_LIST_TOKENS ? SHORT_LIST_LINES : LIST_LINES));
  return {
    items: items.slice(at, end),
    range: items.length === 0 ? 'none' : `${at + 1} to ${end} of ${items.length}`,
    next: end < items.length ? { part: 'list', at: end } : undefined,
  };
}
