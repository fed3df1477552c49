import type { Messages } from '@hermes-context/contract';
import fc from 'fast-check';
import { deepFreeze } from '../deep-freeze.ts';
import { transcript } from '../transcript.ts';
import type { Case } from './define-promise.ts';

const MAX_TURNS = 12;
const LONG_TURN_COUNT = 40;
const LONG_RESULT_LINES = 60;

/** Conversations of all sizes, one in four with call ids used again. Without a minimum, so that a failure shrinks to the bone. */
export function conversations(): fc.Arbitrary<Messages> {
  return fc.oneof(
    { weight: 3, arbitrary: transcript({ maxTurns: MAX_TURNS }) },
    { weight: 1, arbitrary: transcript({ maxTurns: MAX_TURNS, reuseIds: true }) },
  );
}

/** A conversation, and whether the user asked for the compression. */
export function requests(): fc.Arbitrary<Case & { readonly force: boolean }> {
  return fc.record({ messages: conversations(), force: fc.boolean() });
}

/** Forty turns with a tool call each, about 60,000 tokens; `mark` stands in every message. */
export function longConversation(mark: string): Messages {
  const turns = Array.from({ length: LONG_TURN_COUNT }, (_, index): Messages => {
    const id = `call_${index}`;
    const args = JSON.stringify({ path: `src/${mark}-${index}.ts` });
    return [
      { role: 'user', content: `${mark}: please look at file ${index}.` },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: { name: 'read_file', arguments: args } }],
      },
      {
        role: 'tool',
        tool_call_id: id,
        content: Array.from(
          { length: LONG_RESULT_LINES },
          (_each, line) => `${mark} ${index}, line ${line}: let total = 0;`,
        ).join('\n'),
      },
      { role: 'assistant', content: `${mark}: file ${index} is fine.` },
    ];
  });
  return deepFreeze([{ role: 'system', content: `You are ${mark}.` }, ...turns.flat()]);
}
