import { type BreakEven, breakEven } from '@hermes-context/caching';
import { estimateTokens } from '@hermes-context/messages';
import type { CompactionReport } from '../compaction-report.ts';
import type { SessionCore } from '../session-core.ts';

/** What a written token costs beside one of input, where no price is known. */
const USUAL_OUTPUT_RATIO = 5;

type Compacted = Extract<CompactionReport, { kind: 'compacted' }>;

/**
 * When a compaction pays for what it costs: the summary, at the prices of the model that holds the conversation, and the
 * rest of the prompt, which is written to the cache once more. `undefined` where the route caches nothing.
 */
export function economyOf(core: SessionCore, { receipt, summaryUsage }: Compacted): BreakEven | undefined {
  const { cache, parts, ratio } = core;
  if (cache.prices === undefined) return undefined;
  const { readRatio, writeRatio, outputRatio = USUAL_OUTPUT_RATIO } = cache.prices;
  const first = parts.live.messages[0];
  // The one part of the list that a compaction leaves where it was.
  const keptTokens = first?.role === 'system' ? estimateTokens(first) : 0;
  return breakEven({
    savedTokensPerRequest: (receipt.tokensBefore - receipt.tokensAfter) * ratio,
    rewrittenTokens: cache.isCold(parts.clock.now()) ? 0 : (receipt.tokensAfter - keptTokens) * ratio,
    readRatio,
    writeRatio,
    summaryCost: summaryUsage.promptTokens + summaryUsage.completionTokens * outputRatio,
  });
}
