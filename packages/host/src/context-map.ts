import { estimateMessagesTokens, isSummary, tokensByCategory } from '@hermes-context/messages';
import { fromCheckpoint } from '@hermes-context/providers';
import type { ContextMap } from './host-types.ts';
import type { SessionCore } from './session-core.ts';
import { readsCheckpoints } from './turn/build-request.ts';

/** Where the tokens of a session's next request are. Reads the list once. */
export function contextMapOf(core: SessionCore): ContextMap {
  const { live, tools, desk } = core.parts;
  // A checkpoint of the server stands for what is before it.
  const { messages: sent } = fromCheckpoint(live.messages, readsCheckpoints(core.model));
  const summaries = sent.filter(isSummary);
  const rest = sent.filter((message) => !isSummary(message));
  const threshold = desk.status()?.thresholdTokens;
  return {
    contextTokens: core.modelInfo.contextTokens,
    ...(threshold === undefined ? {} : { thresholdTokens: threshold }),
    categories: { ...tokensByCategory(rest), tools: tools.tokens, summary: estimateMessagesTokens(summaries) },
    estimatedTokens: estimateMessagesTokens(sent) + tools.tokens,
    size: core.size(),
  };
}
