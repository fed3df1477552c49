import { intOf, type SqlRow } from '../store/sql.ts';
import type { ListingPosition } from './cursor.ts';
import type { GrepHit } from './grep-types.ts';
import type { Listing, ListingContext } from './listing.ts';
import { termsIn } from './matcher.ts';
import { NamedRows } from './named-rows.ts';
import { termNarrowing } from './query.ts';
import type { Term } from './text-query.ts';

/** Terms that a ranking can tell apart; a bit of a row's mask each. */
export const MAX_RANKED_TERMS = 31;

const ROWS_AT_ONCE = 16_384;

/** Rows by their distance from the lowest one, half-open. */
interface Stretch {
  readonly from: number;
  readonly end: number;
}

/**
 * Hits by the weight of the terms that they have, rare ones weighing more; equal ones by length, the shorter half a size
 * first; then newest first. The order depends on the store as it was when the search began, and on nothing since.
 */
export class Ranking implements Listing {
  readonly #context: ListingContext;
  readonly #terms: readonly Term[];
  readonly #groups: readonly number[];
  readonly #low: number;
  readonly #high: number;
  readonly #hits: GrepHit[] = [];
  #given: number;
  #ahead = 0;
  #isExhausted = false;
  /** How many rows have each term. */
  readonly #counts: number[];
  #found: ReadonlyMap<number, readonly number[]> | undefined;

  /** @param groups - A hit has one term of each; together at most {@link MAX_RANKED_TERMS}, all with words. */
  constructor(context: ListingContext, groups: readonly (readonly Term[])[]) {
    const { source, start } = context;
    this.#context = context;
    this.#terms = groups.flat();
    this.#groups = groups.map((group) => maskOf(group.map((term) => this.#terms.indexOf(term))));
    this.#counts = this.#terms.map(() => 0);
    this.#low = source.bounds[0];
    this.#high = Math.min(source.bounds[1], start?.high ?? source.bounds[1]);
    this.#given = start?.at ?? 0;
  }

  get hits(): readonly GrepHit[] {
    return this.#hits;
  }

  get isExhausted(): boolean {
    return this.#isExhausted;
  }

  get knownCount(): number {
    return this.#given + this.#ahead;
  }

  get position(): ListingPosition {
    return { high: this.#high, at: this.#given, seen: this.#given };
  }

  *take(room: number): Generator<void, void> {
    const { budget, isCount } = this.#context;
    const end = isCount ? Number.POSITIVE_INFINITY : this.#given + room;
    let place = 0;
    this.#ahead = 0;
    this.#found ??= yield* this.#classes();
    const classes = this.#found;
    for (const mask of this.#ordered([...classes.keys()])) {
      const ids = yield* this.#bySize(classes.get(mask) ?? []);
      for (const id of ids.slice(Math.max(0, this.#given - place), Math.max(0, end - place))) {
        this.#give(id);
        yield* budget.rest();
      }
      place += ids.length;
      if (place > end) this.#ahead = 1;
      if (place > end) return;
    }
    this.#isExhausted = true;
  }

  #give(id: number): void {
    const { sql, source, toHit, isCount, budget } = this.#context;
    this.#given += 1;
    const row = isCount ? undefined : sql.get(source.statements.row, id);
    if (row === undefined) return;
    const text = source.textOf(row);
    budget.noteText(text.text.length);
    this.#hits.push(toHit(row, text));
  }

  /** Rows of the scope with a term of each group, newest first, by which terms they have. */
  *#classes(): Generator<void, ReadonlyMap<number, readonly number[]>> {
    const masks = new Uint32Array(Math.max(0, this.#high - this.#low + 1));
    yield* this.#readUnindexed(masks);
    for (const [bit, term] of this.#terms.entries()) yield* this.#readTerm(term, masks, bit);
    const classes = new Map<number, number[]>();
    for (let end = masks.length; end > 0; end -= ROWS_AT_ONCE) {
      this.#classify(masks, { from: Math.max(0, end - ROWS_AT_ONCE), end }, classes);
      yield* this.#context.budget.rest();
    }
    return classes;
  }

  #classify(masks: Uint32Array, { from, end }: Stretch, classes: Map<number, number[]>): void {
    for (let index = end - 1; index >= from; index -= 1) {
      const mask = masks[index] ?? 0;
      if (mask === 0 || this.#groups.some((group) => (mask & group) === 0)) continue;
      const ids = classes.get(mask);
      if (ids === undefined) classes.set(mask, [index + this.#low]);
      else ids.push(index + this.#low);
    }
  }

  *#readUnindexed(masks: Uint32Array): Generator<void, void> {
    const { sql, source, budget } = this.#context;
    for (let at = this.#high + 1; at > Math.max(this.#low, source.indexed + 1); ) {
      const stopped = sql.find(source.statements.texts, [Math.max(this.#low - 1, source.indexed), at], (row) => {
        at = intOf(row, 'id');
        if (source.isInConversations(row)) this.#readRow(row, masks);
        return budget.isChunkOver();
      });
      if (stopped === undefined) return;
      yield* budget.rest();
    }
  }

  #readRow(row: SqlRow, masks: Uint32Array): void {
    const { source, budget } = this.#context;
    const { text } = source.textOf(row);
    budget.noteRow();
    budget.noteText(text.length);
    for (const [bit, isThere] of termsIn(text, this.#terms).entries())
      if (isThere) this.#set(masks, intOf(row, 'id'), bit);
  }

  *#readTerm(term: Term, masks: Uint32Array, bit: number): Generator<void, void> {
    const { sql, source, budget } = this.#context;
    const narrowing = termNarrowing(term);
    if (narrowing === undefined) return;
    const named = new NamedRows({ sql, source, narrowing: source.ofConversations(narrowing) });
    const high = Math.min(this.#high, source.indexed);
    for (let at = this.#low - 1; at < high; ) {
      const { ids, reached } = named.after(at, high);
      for (const id of ids) {
        budget.noteRow();
        if (term.literal === undefined || this.#holds(id, term)) this.#set(masks, id, bit);
      }
      at = reached;
      yield* budget.rest();
    }
  }

  #set(masks: Uint32Array, id: number, bit: number): void {
    const index = id - this.#low;
    masks[index] = (masks[index] ?? 0) | (1 << bit);
    this.#counts[bit] = (this.#counts[bit] ?? 0) + 1;
  }

  #holds(id: number, term: Term): boolean {
    const { sql, source, budget } = this.#context;
    const row = sql.get(source.statements.row, id);
    if (row === undefined) return false;
    const { text } = source.textOf(row);
    budget.noteText(text.length);
    return termsIn(text, [term])[0] === true;
  }

  /** The rarer a term among the rows of the scope, the more it weighs. */
  #ordered(masks: readonly number[]): readonly number[] {
    const rows = this.#high - this.#low + 1;
    const weights = this.#counts.map((count) => Math.log2(1 + rows / Math.max(1, count)));
    const weightOf = (mask: number): number =>
      weights.reduce((sum, weight, bit) => sum + ((mask >>> bit) & 1) * weight, 0);
    const weighed = masks.map((mask) => ({ mask, weight: weightOf(mask) }));
    return weighed.sort((one, other) => other.weight - one.weight || other.mask - one.mask).map(({ mask }) => mask);
  }

  /** The rows that pass, newest first within each size, which is a power of two of tokens. */
  *#bySize(ids: readonly number[]): Generator<void, readonly number[]> {
    const { sql, source, budget } = this.#context;
    const sizes = new Map<number, number[]>();
    for (const id of ids) {
      yield* budget.rest();
      const row = sql.get(source.statements.fact, id);
      if (row === undefined || !source.passes(row)) continue;
      const size = 32 - Math.clz32(intOf(row, 'tokens'));
      const passed = sizes.get(size);
      if (passed === undefined) sizes.set(size, [id]);
      else passed.push(id);
    }
    const ordered = [...sizes.keys()].sort((one, other) => one - other);
    return ordered.flatMap((size) => sizes.get(size) ?? []);
  }
}

function maskOf(bits: readonly number[]): number {
  return bits.reduce((mask, bit) => mask | (1 << bit), 0) >>> 0;
}
