import type { Message, Messages } from '@hermes-context/contract';
import { unansweredCalls, validateOpenAiChat } from '@hermes-context/messages';
import { transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { callOf } from '../scripted-model.fixture.ts';
import { settleOpenCalls } from './settle-open-calls.ts';

const asked: Message = { role: 'user', content: 'Do both.' };
const calls: Message = {
  role: 'assistant',
  content: null,
  tool_calls: [callOf('a', {}, 'c1'), callOf('b', {}, 'c2')],
};

it('answers each open call with what is known: nothing', () => {
  const results = settleOpenCalls([asked, calls, { role: 'tool', tool_call_id: 'c1', content: 'done' }]);
  expect(results).toEqual([
    {
      role: 'tool',
      tool_call_id: 'c2',
      content: expect.stringMatching(/interrupted.*may or may not have had its effect/),
      _context: { mark: { kind: 'repair' } },
    },
  ]);
});

it('answers calls of one id as often as they were made', () => {
  const twins: Message = { role: 'assistant', content: null, tool_calls: [callOf('a'), callOf('a')] };
  expect(settleOpenCalls([asked, twins])).toHaveLength(2);
});

it.each<[string, Messages]>([
  ['an empty list', []],
  ['a question', [asked]],
  ['an answer', [asked, { role: 'assistant', content: 'Done.' }]],
])('answers nothing in %s', (_, messages) => {
  expect(settleOpenCalls(messages)).toEqual([]);
});

it('makes any conversation that was cut off one that providers take', () => {
  fc.assert(
    fc.property(transcript(), fc.nat(), (messages, cut) => {
      const part = messages.slice(0, 1 + (cut % messages.length));
      const settled = [...part, ...settleOpenCalls(part)];
      expect(unansweredCalls(settled)).toEqual([]);
      expect(settleOpenCalls(settled)).toEqual([]);
      if (part.some(({ role }) => role === 'user')) expect(validateOpenAiChat(settled)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
