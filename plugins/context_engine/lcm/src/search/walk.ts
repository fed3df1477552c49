import { intOf, type SqlRow } from '../store/sql.ts';
import type { ListingPosition } from './cursor.ts';
import type { GrepHit } from './grep-types.ts';
import type { Listing, ListingContext } from './listing.ts';
import { type NamedBatch, NamedRows } from './named-rows.ts';
import { oldestFirst } from './source-statements.ts';

/** Rows looked at behind a full page, to know whether there is one more hit. */
const AHEAD_ROWS = 100;

/**
 * Hits in the order of their ids. Rows that no index knows yet are read one by one; of the others, those that the index
 * names, or all if it cannot help. Every row is looked at once, however often the walk is interrupted.
 */
export class Walk implements Listing {
  readonly #context: ListingContext;
  readonly #named: NamedRows | undefined;
  /** Names hits alone, so that they need not be looked at to be counted. */
  readonly #exact: NamedRows | undefined;
  readonly #low: number;
  readonly #high: number;
  readonly #hits: GrepHit[] = [];
  /** The last row looked at, and the last one of the page. */
  #at: number;
  #pageEnd: number;
  #seen: number;
  #ahead = 0;
  #aheadRows = 0;
  #room = 0;

  constructor(context: ListingContext) {
    const { sql, source, query, start, isOldestFirst, isCount } = context;
    const [low, high] = source.bounds;
    const exact =
      isCount && !isOldestFirst && query.isIndexEnough ? query.narrowing && source.exactly(query.narrowing) : undefined;
    this.#context = context;
    this.#named = query.narrowing && new NamedRows({ sql, source, narrowing: source.scoped(query.narrowing) });
    this.#exact = exact && new NamedRows({ sql, source, narrowing: exact });
    this.#low = low;
    this.#high = Math.min(high, start?.high ?? high);
    this.#at = start?.at ?? (isOldestFirst ? low - 1 : this.#high + 1);
    this.#pageEnd = this.#at;
    this.#seen = start?.seen ?? 0;
  }

  get hits(): readonly GrepHit[] {
    return this.#hits;
  }

  get isExhausted(): boolean {
    return this.#isAtEnd() && this.#ahead === 0;
  }

  get knownCount(): number {
    return this.#seen + this.#ahead;
  }

  get position(): ListingPosition {
    return { high: this.#high, at: this.#pageEnd, seen: this.#seen };
  }

  *take(room: number): Generator<void, void> {
    this.#room = this.#context.isCount ? Number.POSITIVE_INFINITY : this.#hits.length + room;
    this.#at = this.#pageEnd;
    this.#ahead = 0;
    this.#aheadRows = 0;
    while (!this.#isAtEnd() && !this.#isDone()) {
      if (this.#named === undefined || !this.#isAmongIndexed()) this.#lookAtAll();
      else if (this.#exact !== undefined) this.#count(this.#exact.countBefore(this.#at, this.#low));
      else yield* this.#lookAtNamed(this.#nextNamed(this.#named));
      yield* this.#context.budget.rest();
    }
  }

  #isAtEnd(): boolean {
    return this.#context.isOldestFirst ? this.#at >= this.#high : this.#at <= this.#low;
  }

  #isDone(): boolean {
    return this.#ahead > 0 || this.#aheadRows >= AHEAD_ROWS || this.#context.budget.spent() !== undefined;
  }

  /** Whether the next row is one that the indexes know. */
  #isAmongIndexed(): boolean {
    const { source, isOldestFirst } = this.#context;
    return isOldestFirst ? this.#at < source.indexed : this.#at - 1 <= source.indexed;
  }

  #count({ count, reached }: { readonly count: number; readonly reached: number }): void {
    this.#seen += count;
    this.#move(reached);
  }

  #nextNamed(named: NamedRows): NamedBatch {
    const { source, isOldestFirst } = this.#context;
    if (isOldestFirst) return named.after(this.#at, Math.min(this.#high, source.indexed));
    return named.before(this.#at, this.#low);
  }

  *#lookAtNamed({ ids, reached }: NamedBatch): Generator<void, void> {
    const { sql, source, query, budget } = this.#context;
    const { fact, row: whole } = source.statements;
    for (const id of ids) {
      const hasText = (!query.isIndexEnough || this.#isShown()) && !source.isSelective;
      const row = sql.get(hasText ? whole : fact, id);
      if (row !== undefined) this.#look(row, { isNamed: true, hasText });
      if (this.#isDone()) return;
      yield* budget.rest();
    }
    this.#move(reached);
  }

  /** Rows one by one, until it is time for a pause. */
  #lookAtAll(): void {
    const { sql, source, budget, isOldestFirst } = this.#context;
    const indexed = this.#named === undefined ? 0 : source.indexed;
    const from = isOldestFirst ? this.#at : Math.max(this.#low - 1, indexed);
    const to = isOldestFirst ? this.#high + 1 : this.#at;
    const hasText = !source.isSelective;
    const statement = hasText ? source.statements.texts : source.statements.facts;
    const stopped = sql.find(isOldestFirst ? oldestFirst(statement) : statement, [from, to], (row) => {
      this.#look(row, { isNamed: false, hasText });
      return budget.isChunkOver() || this.#isDone();
    });
    if (stopped === undefined) this.#move(isOldestFirst ? to - 1 : from + 1);
  }

  #look(row: SqlRow, how: { readonly isNamed: boolean; readonly hasText: boolean }): void {
    const { source, query, budget } = this.#context;
    budget.noteRow();
    if (this.#isFull()) this.#aheadRows += 1;
    if (source.passes(row)) {
      const isSure = how.isNamed && query.isIndexEnough;
      if (isSure && !this.#isShown()) this.#note();
      else this.#read(how.hasText ? row : this.#whole(row), isSure);
    }
    this.#move(intOf(row, 'id'));
  }

  #read(row: SqlRow, isSure: boolean): void {
    const { source, query, budget, toHit } = this.#context;
    const text = source.textOf(row);
    budget.noteText(text.text.length);
    if (!isSure && !query.matcher.matches(text.text)) return;
    if (this.#isShown()) this.#hits.push(toHit(row, text));
    this.#note();
  }

  #isFull(): boolean {
    return this.#hits.length >= this.#room;
  }

  /** Whether the next hit is shown. */
  #isShown(): boolean {
    return !this.#isFull() && !this.#context.isCount;
  }

  #note(): void {
    if (this.#aheadRows > 0) this.#ahead += 1;
    else this.#seen += 1;
  }

  #whole(row: SqlRow): SqlRow {
    const { sql, source } = this.#context;
    return sql.get(source.statements.row, intOf(row, 'id')) ?? row;
  }

  #move(at: number): void {
    this.#at = at;
    if (!this.#isFull() || this.#aheadRows === 0) this.#pageEnd = at;
  }
}
