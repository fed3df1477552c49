import { estimateMessagesTokens, isSummary, tokensByCategory } from '@hermes-context/messages';
import type { ContextMap } from './host-types.ts';
import type { SessionCore } from './session-core.ts';

/** Where the tokens of a session's next request are. Reads the list once. */
export function contextMapOf(core: SessionCore): ContextMap {
  const { live, tools, desk } = core.parts;
  const summaries = live.messages.filter(isSummary);
  const rest = live.messages.filter((message) => !isSummary(message));
  const threshold = desk.status()?.thresholdTokens;
  return {
    contextTokens: core.modelInfo.contextTokens,
    ...(threshold === undefined ? {} : { thresholdTokens: threshold }),
    categories: { ...tokensByCategory(rest), tools: tools.tokens, summary: estimateMessagesTokens(summaries) },
    estimatedTokens: live.tokens + tools.tokens,
    size: core.size(),
  };
}
