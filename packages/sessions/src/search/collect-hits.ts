import { setImmediate as nextTick } from 'node:timers/promises';
import type { PreparedSearch } from './prepare-search.ts';
import { NEWEST, type SearchPosition, writeCursor } from './search-cursor.ts';

/** For how long rows are looked at before everything else has its turn. */
const SLICE_MS = 5;
/** Rows to a slice at most: where each costs next to nothing, finding them still costs. */
export const SLICE_ROWS = 200;

/** What one slice is to do. */
export interface SliceRequest {
  /** Rows older than this one. */
  readonly before: number;
  readonly matched: 'all' | 'any';
  /** Hits that are wanted: stop behind the last one. At least 1. */
  readonly room: number;
  /** Whether to stop behind the row that was looked at last. The first row of a slice is always looked at. */
  readonly isOver: () => boolean;
}

/** What one slice came to. */
export interface Slice<Found> {
  readonly found: readonly Found[];
  /** Rows from this one on were looked at. */
  readonly before: number;
  /** Whether there are no older rows in the scope. */
  readonly isLast: boolean;
}

/** What a page holds, and where the next one begins. */
export interface Collected<Found> {
  readonly found: readonly Found[];
  readonly matched: 'all' | 'any';
  readonly complete: boolean;
  readonly next?: string;
  readonly reason?: string;
}

/**
 * The hits of one page, from slices that a store looks through. Between two slices the event loop has its turn.
 *
 * @throws The reason of the query's signal, once it is aborted.
 */
export async function collectHits<Found>(
  { query, parsed, start, limit, budgetMs }: PreparedSearch,
  look: (request: SliceRequest) => Promise<Slice<Found>>,
): Promise<Collected<Found>> {
  const deadline = performance.now() + budgetMs;
  const found: Found[] = [];
  let position = start;
  for (;;) {
    query.signal?.throwIfAborted();
    const { before, matched } = position;
    const sliceEnd = performance.now() + SLICE_MS;
    const slice = await look({
      before,
      matched,
      room: limit - found.length,
      isOver: () => performance.now() >= sliceEnd,
    });
    found.push(...slice.found);
    position = { before: slice.before, matched, hasFound: position.hasFound || found.length > 0 };
    if (slice.isLast) {
      if (!mayRelax(position, parsed)) return { found, matched, complete: true };
      position = { ...NEWEST, matched: 'any' };
    }
    const reason = reasonToStop(found.length >= limit, performance.now() >= deadline, budgetMs);
    if (reason !== undefined) return { found, matched, complete: false, next: writeCursor(query, position), reason };
    await nextTick();
  }
}

/** Where no message holds all terms, those that hold some are an answer too, as long as it says so. */
function mayRelax({ matched, hasFound }: SearchPosition, parsed: PreparedSearch['parsed']): boolean {
  return parsed.mode === 'text' && parsed.terms.length > 1 && matched === 'all' && !hasFound;
}

function reasonToStop(isFull: boolean, isTimeUp: boolean, budgetMs: number): string | undefined {
  if (isFull) return 'The page is full, and older messages were not looked at.';
  return isTimeUp ? `The time of ${budgetMs} ms was up, and older messages were not looked at.` : undefined;
}
