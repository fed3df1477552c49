import type { WireShape } from '@hermes-context/caching';
import type { Messages } from '@hermes-context/contract';
import { isSummary } from '@hermes-context/messages';
import { toAnthropicMessages } from '@hermes-context/providers';

/** Index, in the request, of the message that holds the last summary; undefined where nothing was compacted. */
export function findEpoch(messages: Messages, shape: WireShape): number | undefined {
  const index = messages.findLastIndex(isSummary);
  if (index === -1) return undefined;
  const sent = shape === 'anthropic' ? toAnthropicMessages(messages.slice(0, index + 1)).messages.length : index + 1;
  return sent === 0 ? undefined : sent - 1;
}
