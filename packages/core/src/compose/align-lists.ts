/** Which entry of the list before each entry of the list after is. */
export interface Alignment {
  /** For each entry after, its index before; `undefined` for one that was not there. Each index comes once. */
  readonly sources: readonly (number | undefined)[];
  /** Where in the list after an entry comes too early or once more; `undefined` when all kept their order. */
  readonly strayAt: number | undefined;
}

/** Find the entries of `before` in `after`, as the same values and, as far as possible, in order. Linear. */
export function alignLists<Entry>(before: readonly Entry[], after: readonly Entry[]): Alignment {
  const places = new Places(before);
  let last = -1;
  let strayAt: number | undefined;
  const sources = after.map((entry, index) => {
    if (!places.has(entry)) return undefined;
    const source = places.takeBehind(entry, last);
    if (source !== undefined) last = source;
    else strayAt ??= index;
    return source ?? places.takeFirst(entry);
  });
  return { sources, strayAt };
}

/** Where the values of a list stand, each place to be taken once. Equal values are chained: there are few of them. */
class Places<Entry> {
  /** The first place of each value that may still be free. */
  readonly #first = new Map<Entry, number | undefined>();
  /** The first place of each value that was not passed, once some were. */
  readonly #ahead = new Map<Entry, number | undefined>();
  /** For each place the next one of the same value. */
  readonly #next: (number | undefined)[] = [];
  readonly #taken = new Set<number>();

  constructor(entries: readonly Entry[]) {
    for (const [offset, entry] of entries.toReversed().entries()) {
      const index = entries.length - 1 - offset;
      this.#next[index] = this.#first.get(entry);
      this.#first.set(entry, index);
    }
  }

  has(entry: Entry): boolean {
    return this.#first.has(entry);
  }

  /** Asked with ever larger numbers, so that each place is passed once. */
  takeBehind(entry: Entry, last: number): number | undefined {
    let place = (this.#ahead.has(entry) ? this.#ahead : this.#first).get(entry);
    while (place !== undefined && place <= last) place = this.#next[place];
    this.#ahead.set(entry, place);
    return this.#take(place);
  }

  takeFirst(entry: Entry): number | undefined {
    let place = this.#first.get(entry);
    while (place !== undefined && this.#taken.has(place)) place = this.#next[place];
    this.#first.set(entry, place);
    return this.#take(place);
  }

  #take(place: number | undefined): number | undefined {
    if (place !== undefined) this.#taken.add(place);
    return place;
  }
}
