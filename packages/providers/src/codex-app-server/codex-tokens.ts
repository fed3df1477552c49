import type { CodexThreadUsage, CodexTokens } from './codex-protocol.ts';

/**
 * Whether the last usage is the server's estimate of the context, as it stands after a compaction, and not the usage of
 * a request: it has a total and nothing else.
 */
export function isEstimate({ last }: CodexThreadUsage): boolean {
  return last.totalTokens > 0 && last.inputTokens === 0 && last.outputTokens === 0;
}

/** `after` less `before`, never below 0: what was used in between. */
export function tokensBetween(before: CodexTokens, after: CodexTokens): CodexTokens {
  const spent = (name: keyof CodexTokens): number => Math.max(0, after[name] - before[name]);
  return {
    totalTokens: spent('totalTokens'),
    inputTokens: spent('inputTokens'),
    cachedInputTokens: spent('cachedInputTokens'),
    cacheWriteInputTokens: spent('cacheWriteInputTokens'),
    outputTokens: spent('outputTokens'),
    reasoningOutputTokens: spent('reasoningOutputTokens'),
  };
}

/** The total as it stood before the last request. An estimate stands for no request. */
export function totalBefore(usage: CodexThreadUsage): CodexTokens {
  return isEstimate(usage) ? usage.total : tokensBetween(usage.last, usage.total);
}
