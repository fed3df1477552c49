/**
 * Reads runs of a text up to the next unit that ends one, from places that only move forward. Keeps where the last run
 * ended, so that a text without an end is read once and not once from each place.
 */
export class RunReader {
  readonly #text: string;
  readonly #ends: RegExp;
  #end = -1;

  /** @param ends - A global pattern of the units that end a run, each match one unit. */
  constructor(text: string, ends: RegExp) {
    this.#text = text;
    this.#ends = ends;
  }

  /** Where the run that starts at `start` ends. */
  endOf(start: number): number {
    if (this.#end >= start) return this.#end;
    this.#ends.lastIndex = start;
    this.#end = this.#ends.test(this.#text) ? this.#ends.lastIndex - 1 : this.#text.length;
    return this.#end;
  }
}

/** Where the match of a sticky pattern ends that starts at `at`; `undefined` where none does. */
export function endOfMatch(sticky: RegExp, text: string, at: number): number | undefined {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}
