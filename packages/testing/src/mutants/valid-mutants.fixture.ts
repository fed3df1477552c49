import type { Message, Messages, ToolCall } from '@hermes-context/contract';
import { contentText, isRealUser, isSummary, toolCallsOf } from '@hermes-context/messages';
import { mutantsOf } from './mutant.fixture.ts';
import { forget, spoiling, spoilingSummary, tool, toy, withMembers } from './sound-engines.fixture.ts';

const takes = (wire: string): string => `answers with a list that ${wire} takes`;
const SELECTS = 'selects a list that a provider takes, with the last message of a person, if it selects';
const TOOLS = 'offers tools that a model can call, if it offers any';

/** Changes the calls of every assistant message that has some. */
function withCalls(messages: Messages, change: (call: ToolCall) => ToolCall): Messages {
  return messages.map((message) =>
    message.role === 'assistant' && message.tool_calls !== undefined
      ? { ...message, tool_calls: message.tool_calls.map(change) }
      : message,
  );
}

const afterSystem = (messages: Messages): number =>
  Math.max(
    0,
    messages.findIndex(({ role }) => role !== 'system'),
  );
const isCalling = (message: Message): boolean => toolCallsOf(message).length > 0;

export const VALID_MUTANTS = mutantsOf('P1', [
  [takes('OpenAI Chat'), 'drops a result', spoiling((after) => dropLast(after, ({ role }) => role === 'tool'))],
  [takes('OpenAI Chat'), 'cuts wherever its count ends', spoiling((_, { messages }) => messages.slice(-5))],
  [
    takes('OpenAI Chat'),
    'keeps calls without their results',
    spoiling((after) => after.filter(({ role }) => role !== 'tool')),
  ],
  [
    takes('OpenAI Chat'),
    'keeps results without their calls',
    spoiling((after) => after.filter((each) => !isCalling(each))),
  ],
  [
    takes('OpenAI Chat'),
    'gives each result twice',
    spoiling((after) => after.flatMap((each): Messages => (each.role === 'tool' ? [each, each] : [each]))),
  ],
  [
    takes('OpenAI Chat'),
    'cuts arguments in the middle',
    spoiling((after) =>
      withCalls(after, (call) => ({
        ...call,
        function: { ...call.function, arguments: call.function.arguments.slice(0, 5) },
      })),
    ),
  ],
  [takes('OpenAI Chat'), 'leaves an empty message', spoilingSummary((after) => rewriteSummary(after, () => ''))],
  [
    takes('OpenAI Chat'),
    'cuts an emoji in two',
    spoiling((after) =>
      after.map((each) =>
        each.role === 'assistant' && !isCalling(each)
          ? { ...each, content: cutInTwo(contentText(each.content)) }
          : each,
      ),
    ),
  ],
  [
    takes('OpenAI Chat'),
    'invents a role',
    spoilingSummary((after) =>
      after.map((each) => (isSummary(each) ? ({ ...each, role: 'summary' } as unknown as Message) : each)),
    ),
  ],
  [
    takes('OpenAI Responses'),
    'makes ids of its own, longer than ids may be',
    spoiling((after) =>
      renameIds(after, (id) => `call_of_a_very_careful_engine_that_never_uses_an_id_again_${id}_`.repeat(2)),
    ),
  ],
  [
    takes('OpenAI Responses'),
    'puts results in front of their calls',
    spoiling((after) => after.toSorted((one, two) => Number(isCalling(one)) - Number(isCalling(two)))),
  ],
  [takes('Anthropic'), 'numbers calls with colons', spoiling((after) => renameIds(after, (id) => `functions:${id}`))],
  [
    takes('Anthropic'),
    'gives its summary to an assistant in front of the user',
    spoilingSummary((after) => after.map((each) => (isSummary(each) ? { ...each, role: 'assistant' as const } : each))),
  ],
  [
    takes('Gemini'),
    'opens with an assistant',
    spoiling((after) => after.toSpliced(afterSystem(after), 0, { role: 'assistant', content: 'Let us go on.' })),
  ],
  [
    takes('Gemini'),
    'makes an array of arguments',
    spoiling((after) =>
      withCalls(after, (call) => ({ ...call, function: { ...call.function, arguments: '["cut"]' } })),
    ),
  ],
  [
    takes('the chat template of Mistral'),
    'lets a user follow a user',
    spoilingSummary((after) => after.filter(({ _context }) => _context?.mark?.kind !== 'bridge')),
  ],
  [
    takes('the chat template of Mistral'),
    'puts a second system message in the middle',
    spoilingSummary((after) => after.map((each) => (isSummary(each) ? { ...each, role: 'system' as const } : each))),
  ],
  [
    takes('the chat template of Mistral'),
    'drops answers of the assistant',
    spoiling((after) =>
      after.filter((each, index) => each.role !== 'assistant' || isCalling(each) || index === after.length - 1),
    ),
  ],
  [
    takes('the chat template of Gemma'),
    'says a word in front of each call',
    spoiling((after) =>
      after.flatMap(
        (each): Messages => (isCalling(each) ? [{ role: 'assistant', content: 'Let me see.' } as const, each] : [each]),
      ),
    ),
  ],
  [
    'breaks no list further that was broken before',
    'drops calls and leaves their results',
    spoiling((after) => after.filter((message) => message.role !== 'assistant')),
  ],
  [SELECTS, 'selects the last message', withMembers({ selectContext: ({ messages }) => messages.slice(-1) })],
  [
    SELECTS,
    'selects all but what people said',
    withMembers({ selectContext: ({ messages }) => messages.filter((each) => !isRealUser(each)) }),
  ],
  [TOOLS, 'has one name twice', withMembers({ tools: [tool({}), tool({})] })],
  [TOOLS, 'has a name with a space', withMembers({ tools: [tool({ name: 'toy search' })] })],
  [TOOLS, 'describes nothing', withMembers({ tools: [tool({ description: ' ' })] })],
  [TOOLS, 'takes a string', withMembers({ tools: [tool({ parameters: { type: 'string' } })] })],
  [
    takes('OpenAI Chat'),
    'splits a group at its boundary',
    toy((request) => {
      const outcome = forget(request);
      if (outcome.kind === 'unchanged') return outcome;
      const first = outcome.messages.findIndex(isCalling);
      return { ...outcome, messages: outcome.messages.toSpliced(first + 1, first === -1 ? 0 : 1) };
    }),
  ],
]);

function dropLast(messages: Messages, is: (message: Message) => boolean): Messages {
  const index = messages.findLastIndex(is);
  return index === -1 ? messages : messages.toSpliced(index, 1);
}

function rewriteSummary(messages: Messages, change: (text: string) => string): Messages {
  return messages.map((each) => (isSummary(each) ? { ...each, content: change(contentText(each.content)) } : each));
}

/** Up to the middle of the first character of two units; the text itself where there is none. */
function cutInTwo(text: string): string {
  const at = text.search(/[\ud800-\udbff][\udc00-\udfff]/);
  return at === -1 ? text : text.slice(0, at + 1);
}

function renameIds(messages: Messages, rename: (id: string) => string): Messages {
  const renamed = withCalls(messages, (call) => ({ ...call, id: rename(call.id) }));
  return renamed.map((each) => (each.role === 'tool' ? { ...each, tool_call_id: rename(each.tool_call_id) } : each));
}
