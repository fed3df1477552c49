import type { WireObject } from './wire-value.ts';

/** What a group of objects became. */
interface Made {
  readonly from: readonly object[];
  readonly value: WireObject | undefined;
}

/**
 * Remembers what messages and tools became on the wire, so that those which did not change since the last request are
 * the same objects in the next one. Belongs to one form of the wire. Holds nothing longer than its sources live.
 */
export class WireMemo {
  /** By the first object of a group. */
  readonly #made = new WeakMap<object, Made>();

  /**
   * What was made of exactly these objects the last time, else what `make` makes of them now.
   *
   * @param from - Never edited in place: an edited object would be sent as it was before.
   */
  recall<Source extends object>(
    from: readonly Source[],
    make: (from: readonly Source[]) => WireObject | undefined,
  ): WireObject | undefined {
    const [first] = from;
    if (first === undefined) return make(from);
    const known = this.#made.get(first);
    if (known !== undefined && isSame(known.from, from)) return known.value;
    const value = make(from);
    this.#made.set(first, { from, value });
    return value;
  }
}

function isSame(left: readonly object[], right: readonly object[]): boolean {
  return left.length === right.length && left.every((each, index) => each === right[index]);
}
