/** Whole numbers below a limit. */
export type Random = (limit: number) => number;

/** The same numbers for the same seed: a linear congruence, of whose numbers the upper bits are used. */
export function seededRandom(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % limit;
  };
}
