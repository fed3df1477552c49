/** A stream of numbers that its seed decides. Handed from part to part, so that one seed decides all. */
export interface Random {
  /** The next number, from 0 up to but not including 1. */
  readonly next: () => number;
  /** A whole number from `least` to `most`, both included. */
  readonly int: (least: number, most: number) => number;
  /** One element. @throws Error - For an empty list. */
  readonly pick: <Element>(list: readonly Element[]) => Element;
  readonly chance: (share: number) => boolean;
  /** A copy in another order. */
  readonly shuffled: <Element>(list: readonly Element[]) => readonly Element[];
  /** So many characters of an alphabet. */
  readonly letters: (alphabet: string, count: number) => string;
}

/** A stream from a seed: the same numbers in every process, by Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  const pick = <Element>(list: readonly Element[]): Element => {
    const at = int(0, list.length - 1);
    for (const picked of list.slice(at, at + 1)) return picked;
    throw new Error('There is nothing to pick from: the list is empty.');
  };
  return {
    next,
    int,
    pick,
    chance: (share) => next() < share,
    shuffled: (list) =>
      list
        .map((each) => ({ each, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ each }) => each),
    letters: (alphabet, count) =>
      Array.from({ length: count }, () => alphabet.charAt(int(0, alphabet.length - 1))).join(''),
  };
}

/** A seed from several words, so that neighbours have nothing in common: FNV-1a. */
export function seedOf(...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const letter of words.join('\u0000')) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
