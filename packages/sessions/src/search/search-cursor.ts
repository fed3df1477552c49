import { createHash } from 'node:crypto';
import type { SearchQuery } from '../search-query.ts';
import { SearchQueryError } from '../session-errors.ts';

/** How far a search has come. */
export interface SearchPosition {
  /** Rows older than this one are to be looked at: an order of arrival. */
  readonly before: number;
  readonly matched: 'all' | 'any';
  /** Whether there was a hit so far, on this page or one before. */
  readonly hasFound: boolean;
}

/** Where every search begins. */
export const NEWEST: SearchPosition = { before: Number.MAX_SAFE_INTEGER, matched: 'all', hasFound: false };

/** A position as a text that the next call gives back. */
export function writeCursor(query: SearchQuery, { before, matched, hasFound }: SearchPosition): string {
  return Buffer.from(JSON.stringify([fingerprint(query), before, matched, hasFound])).toString('base64url');
}

/** The position in a cursor, or the newest without one. @throws SearchQueryError - For a cursor of another query. */
export function readCursor(query: SearchQuery): SearchPosition {
  if (query.cursor === undefined) return NEWEST;
  const [mark, before, matched, hasFound] = partsOf(query.cursor);
  const isPosition =
    typeof before === 'number' && Number.isSafeInteger(before) && before >= 0 && typeof hasFound === 'boolean';
  if (!isPosition || (matched !== 'all' && matched !== 'any')) throw refused('It is not what a page gave as next.');
  if (mark !== fingerprint(query)) throw refused('It belongs to a search for something else, or in another place.');
  return { before, matched, hasFound };
}

function partsOf(cursor: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

/** What makes two queries the same search; how its pages are cut may change. */
function fingerprint({ text, mode = 'text', sessionId, states, roles, tools, after, before }: SearchQuery): string {
  const key = JSON.stringify([text, mode, sessionId, sorted(states), sorted(roles), sorted(tools), after, before]);
  return createHash('sha256').update(key).digest('base64url').slice(0, 12);
}

function sorted(names: readonly string[] | undefined): readonly string[] | undefined {
  return names?.toSorted();
}

function refused(why: string): SearchQueryError {
  return new SearchQueryError({
    what: 'The cursor cannot be used.',
    why,
    fix: 'Repeat the query as it was, with next of its last page; or leave the cursor away to begin anew.',
  });
}
