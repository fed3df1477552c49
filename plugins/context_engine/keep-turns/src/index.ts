import { defineContextEngine, InvalidOptionError, type Message, type Messages } from '@hermes-context/contract';
import { groupMessages, startOfLastTurns } from '@hermes-context/messages';

/** Share of the context window at which old turns are dropped. */
const THRESHOLD_RATIO = 0.5;

/**
 * An engine that forgets: keeps system messages and the last few turns, and drops the rest without
 * a summary. Costs no model call. A turn begins with what a person said, so that is always kept.
 */
export const contextEngine = defineContextEngine<{ readonly keepTurns: number }>({
  name: 'keep-turns',
  version: '0.1.0',
  contract: 1,
  description: 'Keeps the last few turns and forgets the rest. No summary, no model call.',

  parseOptions({ keep_turns: keepTurns = 10 }) {
    if (typeof keepTurns === 'number' && Number.isInteger(keepTurns) && keepTurns > 0) return { keepTurns };
    throw new InvalidOptionError({
      option: 'context.options.keep-turns.keep_turns',
      received: keepTurns,
      expected: 'a whole number of turns, 1 or more',
      example: 10,
    });
  },

  create({ keepTurns }, { model, countTokens }) {
    let thresholdTokens = model.contextTokens * THRESHOLD_RATIO;
    const tokensOf = (messages: Messages): number => messages.reduce((sum, message) => sum + countTokens(message), 0);
    return {
      // The host says how large the next prompt is; this engine has no other use for the provider's figures.
      updateFromResponse: () => undefined,
      updateModel(next) {
        thresholdTokens = next.contextTokens * THRESHOLD_RATIO;
      },
      shouldCompress: (promptTokens) => promptTokens >= thresholdTokens,

      async compress({ messages, pins = [], overheadTokens = 0 }) {
        const pinned = groupsAround(messages, pins);
        const keep = (turns: number): Messages => {
          const start = startOfLastTurns(messages, turns);
          return messages.filter(
            (message, index) => index >= start || message.role === 'system' || pinned.has(message),
          );
        };
        let kept = keep(keepTurns);
        // Turns that fill the window by themselves would be sent, and refused, for ever.
        for (let turns = keepTurns; turns > 1 && tokensOf(kept) + overheadTokens >= thresholdTokens; ) {
          turns = Math.floor(turns / 2);
          kept = keep(turns);
        }
        if (kept.length < messages.length) return { kind: 'compressed', messages: kept };
        const detail = `All ${messages.length} messages are in the turns to keep, pinned, or from the system.`;
        return { kind: 'unchanged', reason: pinned.size > 0 ? 'pinned' : 'nothing-to-compress', detail };
      },
    };
  },
});

/** The messages that must stay with a pinned one: a call is worth nothing without its results. */
function groupsAround(messages: Messages, pins: readonly number[]): ReadonlySet<Message> {
  const isPinned = new Set(pins);
  const groups = groupMessages(messages).filter(({ start, end }) =>
    messages.slice(start, end).some((_, offset) => isPinned.has(start + offset)),
  );
  return new Set(groups.flatMap(({ start, end }) => messages.slice(start, end)));
}
