import type { CompressRequest, Messages } from '@hermes-context/contract';
import fc from 'fast-check';
import { deepFreeze } from '../deep-freeze.ts';
import { transcript } from '../transcript.ts';
import type { Case } from './define-check.ts';

const MAX_TURNS = 12;
const LONG_TURN_COUNT = 40;
const LONG_CONVERSATION_RATIO = 4;
/** A little less than a line of a generated result has. */
const TOKENS_PER_LINE = 13;

/** A conversation, and what a host asks besides. */
export interface RequestCase extends Case {
  readonly request: Partial<CompressRequest>;
}

/** Conversations of all sizes, one in four with call ids used again. Without a minimum, so that a failure shrinks to the bone. */
export function conversations(): fc.Arbitrary<Messages> {
  return fc.oneof(
    { weight: 3, arbitrary: transcript({ maxTurns: MAX_TURNS }) },
    { weight: 1, arbitrary: transcript({ maxTurns: MAX_TURNS, reuseIds: true }) },
  );
}

/** A conversation, and whether the user asked for the compression, for which topic, with which notes. */
export function requests(): fc.Arbitrary<RequestCase> {
  const request = fc.record(
    {
      force: fc.boolean(),
      focusTopic: fc.constant('the settings loader'),
      memoryContext: fc.constant('The user prefers short answers.'),
      overheadTokens: fc.constantFrom(300, 2_000),
    },
    { requiredKeys: ['force'] },
  );
  return fc.record({ messages: conversations(), request });
}

/** Forty turns with a tool call each, several times as long as a window of so many tokens; `mark` stands in every message. */
export function longConversation(mark: string, contextTokens = 15_000): Messages {
  const resultLines = linesFor((contextTokens * LONG_CONVERSATION_RATIO) / LONG_TURN_COUNT);
  const system: Messages = [{ role: 'system', content: `You are ${mark}.` }];
  return deepFreeze([...system, ...turns({ mark, from: 0, count: LONG_TURN_COUNT, resultLines })]);
}

/** How many lines of a result it takes for so many tokens. */
export function linesFor(tokens: number): number {
  return Math.ceil(tokens / TOKENS_PER_LINE);
}

/** Turns of four messages each: a question, a call, its result, an answer. */
export function turns({ mark, from, count, resultLines }: TurnsPlan): Messages {
  return Array.from({ length: count }, (_, offset): Messages => {
    const index = from + offset;
    const id = `call_${index}`;
    const args = JSON.stringify({ path: `src/${mark}-${index}.ts` });
    const lines = Array.from(
      { length: resultLines },
      (_line, line) => `${mark} ${index}, line ${line}: let total = 0;`,
    );
    return [
      { role: 'user', content: `${mark}: please look at file ${index}.` },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: { name: 'read_file', arguments: args } }],
      },
      { role: 'tool', tool_call_id: id, content: lines.join('\n') },
      { role: 'assistant', content: `${mark}: file ${index} is fine.` },
    ];
  }).flat();
}

interface TurnsPlan {
  readonly mark: string;
  /** Number of the first turn. */
  readonly from: number;
  readonly count: number;
  readonly resultLines: number;
}
