import type { CompressOutcome, ContextEngine, Message, Messages, ModelInfo } from '@hermes-context/contract';

const CLEARED = '[An old tool result stood here; run the tool again to see it.]';

/** Results newer than these messages are left alone: the model is still at work with them. */
const NEWEST_COUNT = 30;

/** An engine of the host's own, too small to be a plug-in: clears old tool results, and asks no model. */
export function clearResults(model: ModelInfo): ContextEngine {
  return {
    updateFromResponse: () => undefined,
    // Early: what it saves costs nothing.
    shouldCompress: (promptTokens) => promptTokens >= model.contextTokens * 0.3,
    compress: async ({ messages, pins }) => clear(messages, pins),
    pruneOnly: (messages) => clear(messages),
  };
}

function clear(messages: Messages, pins: readonly number[] = []): CompressOutcome {
  const pinned = new Set(pins);
  const end = messages.length - NEWEST_COUNT;
  const isOld = (message: Message, index: number): boolean =>
    message.role === 'tool' && index < end && !pinned.has(index) && (message.content?.length ?? 0) > CLEARED.length;
  const after = messages.map((message, index) => (isOld(message, index) ? { ...message, content: CLEARED } : message));
  const isSame = after.every((message, index) => message === messages[index]);
  return isSame ? { kind: 'unchanged', reason: 'nothing-to-compress' } : { kind: 'compressed', messages: after };
}
