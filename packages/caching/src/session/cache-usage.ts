/** What a provider reported of one request, in tokens. */
export interface CacheUsage {
  /** The whole prompt, what was read from the cache and written to it included. */
  readonly promptTokens: number;
  /** Unknown where the provider does not say. */
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
}

/** Sums over the requests of a conversation. A value: each report gives a new one. */
export interface UsageTotals {
  readonly requests: number;
  readonly promptTokens: number;
  readonly readTokens: number;
  readonly writeTokens: number;
  /** Share of all prompt tokens that was read, 0 to 1; unknown until a provider says what it read. */
  readonly readShare?: number;
  readonly lastPromptTokens?: number;
  readonly lastReadTokens?: number;
}

/** No report yet. */
export const NO_USAGE: UsageTotals = { requests: 0, promptTokens: 0, readTokens: 0, writeTokens: 0 };

/** The sums with one more report. */
export function addUsage(totals: UsageTotals, usage: CacheUsage): UsageTotals {
  const { promptTokens: lastPromptTokens, cacheReadTokens: lastReadTokens } = usage;
  const promptTokens = totals.promptTokens + lastPromptTokens;
  const readTokens = totals.readTokens + (lastReadTokens ?? 0);
  const isKnown = lastReadTokens !== undefined || totals.readShare !== undefined;
  return {
    requests: totals.requests + 1,
    promptTokens,
    readTokens,
    writeTokens: totals.writeTokens + (usage.cacheWriteTokens ?? 0),
    ...(isKnown ? { readShare: promptTokens > 0 ? readTokens / promptTokens : 0 } : {}),
    lastPromptTokens,
    ...(lastReadTokens === undefined ? {} : { lastReadTokens }),
  };
}
