import type { Message, Messages } from '@hermes-context/contract';
import { deepFreeze } from '@hermes-context/testing';

/** So many times five words. */
export const text = (words: number): string => 'lorem ipsum dolor sit amet '.repeat(words);

/** The example of the description: 45 messages, about 95,000 tokens. */
export function descriptionExample(): Messages {
  const call = (id: string, name: string, args: string): Message => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name, arguments: args } }],
  });
  const result = (id: string, content: string): Message => ({ role: 'tool', tool_call_id: id, content });
  const middle = Array.from(
    { length: 16 },
    (_, index): Messages => [
      call(`m${index}`, 'terminal', `{"command":"step ${index}"}`),
      result(`m${index}`, text(900)),
    ],
  ).flat();
  return deepFreeze([
    { role: 'system', content: 'You are a helpful assistant...' },
    { role: 'user', content: 'Help me set up a FastAPI project' },
    call('a', 'terminal', '{"command":"mkdir project"}'),
    result('a', 'directory created'),
    call('b', 'write_file', '{"path":"main.py","content":"app = FastAPI()"}'),
    result('b', 'file written (2.3KB)'),
    ...middle,
    call('c', 'terminal', '{"command":"pytest"}'),
    result('c', `8 passed, 2 failed\n${text(190)}`),
    { role: 'user', content: 'Fix the failing tests' },
    call('d', 'read_file', '{"path":"tests/test_api.py"}'),
    result('d', `import pytest\n${text(110)}`),
    { role: 'assistant', content: 'I see the issue with the test fixtures...' },
    { role: 'user', content: 'Great, also add error handling' },
  ]);
}
