import type { Message, Messages } from '@hermes-context/contract';

const RESULT_CHARS = 1_000;

/**
 * A conversation of `count` messages: rounds of a user's message, four call/result pairs of about
 * 1 KB, and the assistant's answer. Fresh objects at each call, so that nothing is memoised yet.
 */
export function syntheticList(count: number): Messages {
  const messages: Message[] = [];
  for (let turn = 0; messages.length < count; turn += 1) messages.push(...turnOf(turn));
  return messages.slice(0, count);
}

function turnOf(turn: number): Messages {
  const pairs = Array.from({ length: 4 }, (_, index): Messages => {
    const id = `call_${turn}_${index}`;
    const args = JSON.stringify({ path: `/srv/app/module-${turn}/file-${index}.ts`, offset: index * 100 });
    return [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: { name: 'read_file', arguments: args } }],
      },
      { role: 'tool', tool_call_id: id, content: outputOf(turn, index) },
    ];
  });
  return [
    { role: 'user', content: `Please look at module ${turn} and fix the failing test in it.` },
    ...pairs.flat(),
    {
      role: 'assistant',
      content: `Module ${turn} is fixed: the fixture returned the wrong status. All tests pass now.`,
    },
  ];
}

function outputOf(turn: number, index: number): string {
  const lines: string[] = [];
  for (let line = 0, chars = 0; chars < RESULT_CHARS; line += 1) {
    const text = `${line + 1}: export const value${turn}_${line} = load('/srv/app/${index}', { retries: ${(turn * 7 + line) % 10} });`;
    lines.push(text);
    chars += text.length + 1;
  }
  return lines.join('\n');
}
