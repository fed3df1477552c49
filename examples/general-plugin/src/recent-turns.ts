import { type ContextEngine, defineContextEngine, type EngineServices, type Messages } from '@hermes-context/contract';
import { startOfLastTurns } from '@hermes-context/messages';

/** Shares of the window: where old turns are dropped, and what may stay then. */
const THRESHOLD_RATIO = 0.6;
const KEEP_RATIO = 0.3;

/** An engine that keeps as many of the last turns as fit into a share of the window. No options, no summary. */
export const recentTurns = defineContextEngine({
  name: 'recent-turns',
  version: '0.1.0',
  contract: 1,
  description: 'Keeps as many of the last turns as fit, and forgets the rest.',
  parseOptions: () => ({}),
  create: (_options, services) => createRecentTurns(services),
});

function createRecentTurns({ model, countTokens }: Pick<EngineServices, 'model' | 'countTokens'>): ContextEngine {
  let windowTokens = model.contextTokens;
  const sizeOf = (messages: Messages): number => messages.reduce((sum, message) => sum + countTokens(message), 0);
  return {
    updateFromResponse: () => undefined,
    updateModel(next) {
      windowTokens = next.contextTokens;
    },
    shouldCompress: (promptTokens) => promptTokens >= windowTokens * THRESHOLD_RATIO,

    async compress({ messages, pins = [], overheadTokens = 0 }) {
      const roomTokens = windowTokens * KEEP_RATIO - overheadTokens;
      const fits = (start: number): boolean => sizeOf(messages.slice(start)) <= roomTokens;
      const earliestPin = Math.min(...pins, messages.length);
      let start = startOfLastTurns(messages, 1);
      // Twice as many each time, so that a long conversation is not measured turn by turn.
      for (let turns = 2; start > 0; turns *= 2) {
        const earlier = startOfLastTurns(messages, turns);
        if (start <= earliestPin && !fits(earlier)) break;
        start = earlier;
      }
      const kept = messages.filter((message, index) => index >= start || message.role === 'system');
      if (kept.length < messages.length) return { kind: 'compressed', messages: kept };
      const detail = `All ${messages.length} messages are in the turns that stay.`;
      return { kind: 'unchanged', reason: pins.length > 0 ? 'pinned' : 'nothing-to-compress', detail };
    },
  };
}
