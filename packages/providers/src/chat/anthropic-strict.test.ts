import type { Messages } from '@hermes-context/contract';
import { startFakeAnthropic, transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { claudeAt } from './anthropic-server.fixture.ts';
import { ask } from './chat-server.fixture.ts';

it('sends no well-formed conversation in a form that a strict server refuses, blank texts and thoughts included', async () => {
  await using server = await startFakeAnthropic();
  const model = claudeAt(server.url);
  const wrapped = fc.tuple(transcript(), fc.boolean()).map(([messages, thinks]): Messages => {
    const parts = [{ type: 'redacted_thinking', data: 'x' }];
    const thought = { role: 'assistant', content: '\n', _context: { wire: { format: 'anthropic', parts } } } as const;
    const start = messages[0]?.role === 'system' ? 1 : 0;
    const greeting = { role: 'user', content: 'Hello.' } as const;
    const middle = [greeting, ...(thinks ? [thought] : []), ...messages.slice(start)];
    return [...messages.slice(0, start), ...middle, { role: 'user', content: 'Go on.' }];
  });
  await fc.assert(
    fc.asyncProperty(wrapped, async (messages) => {
      await ask(model, { messages });
      expect(server.requests.at(-1)?.refusal).toBeUndefined();
    }),
    { numRuns: 60 },
  );
});
