/** So many of so many. */
export interface Share {
  readonly hits: number;
  readonly of: number;
}

/** Nothing of nothing. */
export const NO_SHARE: Share = { hits: 0, of: 0 };

/** Both together. */
export function addShares(left: Share, right: Share): Share {
  return { hits: left.hits + right.hits, of: left.of + right.of };
}
