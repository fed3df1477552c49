import type { Messages } from '@hermes-context/contract';
import { toolCallsOf } from '@hermes-context/messages';
import { lastResult, type Steps } from './lcm-world.fixture.ts';

/** Said early in a conversation, and nowhere else. */
export const NEEDLE = 'The staging gate opens with the word quokka-5513, and closes by itself.';
/** Makes the fake model look for it. */
export const QUESTION = 'Which word opens the gate?';

/** Looks for the needle; where a summary covers it, reads what that one stands for. */
export const recall: Steps = (last, messages) => {
  if (last.role === 'user') return last.content === QUESTION ? grepFor('quokka-5513') : undefined;
  const covering = coveringIn(lastResult(messages));
  if (nameOfLastCall(messages) !== 'lcm_grep' || covering === undefined) return undefined;
  return { name: 'lcm_expand', arguments: JSON.stringify({ id: covering }) };
};

/** A call that looks for a word. */
function grepFor(pattern: string) {
  return { name: 'lcm_grep', arguments: JSON.stringify({ pattern }) };
}

/** The summary that a search names in front of its first hits. */
export function coveringIn(text: string): string | undefined {
  return /^(sum_[0-9a-f]{12}) (?:leaf|condensed) #/m.exec(text)?.[1];
}

/** The tool that was called last. */
function nameOfLastCall(messages: Messages): string | undefined {
  const calling = messages.findLast((message) => toolCallsOf(message).length > 0);
  return calling === undefined ? undefined : toolCallsOf(calling)[0]?.function.name;
}
