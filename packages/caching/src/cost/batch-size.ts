/**
 * Tokens by which a conversation is taken to grow with each request, at the least. One that seems to stand still would
 * otherwise be pruned for the sake of a few tokens, at the price of everything behind them.
 */
const MIN_GROWTH_TOKENS = 500;

/** What decides how much to gather before a warm cache is broken. */
export interface BatchInput {
  /** Tokens that stay behind the first removed one, and are written again each time. */
  readonly tokensBehind: number;
  /** Prunable tokens that a request adds, on average. */
  readonly growthTokensPerRequest: number;
  /** Price of a token that is read from the cache, relative to plain input. */
  readonly readRatio: number;
  /** Price of a token that is written to it. */
  readonly writeRatio: number;
}

/**
 * The cheapest size of a prune while the cache is warm, in tokens: smaller ones pay too often for what stands behind
 * them, larger ones carry too much along meanwhile. `sqrt(2·K·(w−r)/(r·ρ))` requests of ρ tokens each.
 *
 * @returns 0 where writing costs no more than reading, Infinity where reading is free: then it never pays to prune.
 */
export function bestBatchTokens(input: BatchInput): number {
  const growth = Math.max(MIN_GROWTH_TOKENS, input.growthTokensPerRequest || 0); // not measured yet: 0 or NaN
  const rewrite = Math.max(0, input.tokensBehind) * Math.max(0, input.writeRatio - input.readRatio);
  if (rewrite === 0) return 0;
  return Math.sqrt((2 * rewrite * growth) / Math.max(0, input.readRatio));
}
