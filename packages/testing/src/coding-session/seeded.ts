/** Numbers that look random, and are the same for the same keys. */
export interface Seeded {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number of at least 0, below `limit`. */
  below(limit: number): number;
  /** One of the items. */
  pick<T>(items: readonly [T, ...T[]]): T;
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const UINT32_COUNT = 2 ** 32;

/** A source for these keys: the hash FNV-1a starts the generator mulberry32. */
export function seeded(...keys: readonly (string | number)[]): Seeded {
  let state = FNV_OFFSET;
  for (const unit of keys.join('\n')) state = Math.imul(state ^ (unit.codePointAt(0) ?? 0), FNV_PRIME);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / UINT32_COUNT;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { next, below, pick: (items) => items[below(items.length)] ?? items[0] };
}
