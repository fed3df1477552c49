import type { Messages } from '@hermes-context/contract';
import { expect, it } from 'vitest';
import { outlineMessages } from './outline-messages.ts';

it('shows a short list whole, so that it can be pasted into a test', () => {
  const messages: Messages = [{ role: 'user', content: 'Fix the tests' }];
  expect(JSON.parse(outlineMessages(messages))).toEqual(messages);
});

it('gives a long list a line for each message: who, which calls, how long, how it begins', () => {
  const messages: Messages = [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image_url', image_url: { url: 'x' } },
      ],
    },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'terminal', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'x'.repeat(3_000) },
  ];
  expect(outlineMessages(messages).split('\n')).toEqual([
    '[0] user: 4 characters "Look" and image_url',
    '[1] assistant calls terminal as "call_1": 0 characters ""',
    `[2] tool to "call_1": 3000 characters "${'x'.repeat(60)}"`,
  ]);
});
