import type { Sql, SqlRow } from '../store/sql.ts';
import type { ListingPosition } from './cursor.ts';
import type { GrepHit } from './grep-types.ts';
import type { Query } from './query.ts';
import type { SearchableText } from './searchable-text.ts';
import type { Source } from './source.ts';
import type { WorkBudget } from './work-budget.ts';

/** The hits of one source in their order, a page at a time. */
export interface Listing {
  /** Look for more hits, up to `room` of them, and a little further, so as to know whether there are more. */
  take(room: number): Generator<void, void>;
  readonly hits: readonly GrepHit[];
  /** Whether there is nothing behind the hits taken. */
  readonly isExhausted: boolean;
  /** Hits known of, those of earlier pages and some behind this one included; all there are if it is exhausted. */
  readonly knownCount: number;
  /** Where the next page begins. */
  readonly position: ListingPosition;
}

/** What a listing works with. */
export interface ListingContext {
  readonly sql: Sql;
  readonly source: Source;
  readonly query: Query;
  readonly budget: WorkBudget;
  readonly isOldestFirst: boolean;
  /** Only the number of hits is wanted. */
  readonly isCount: boolean;
  readonly start: ListingPosition | undefined;
  /** A hit as callers see it. */
  readonly toHit: (row: SqlRow, text: SearchableText) => GrepHit;
}
