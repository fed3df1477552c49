import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WirePrompt } from '../wire-prompt.ts';
import { recordedSteps } from './recorded-steps.ts';

const user = { role: 'user', content: 'Go on.' };
const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: {} }] };
const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x' }] };
const answer = { role: 'assistant', content: 'Done.' };
const promptOf = (...messages: WirePrompt['messages']): WirePrompt => ({
  shape: 'anthropic',
  system: 'Help.',
  messages,
});

describe('the requests behind a conversation', () => {
  it('are one before each answer, each with all that stood before it, as the same objects', () => {
    const whole = promptOf(user, call, result, answer, user, answer);
    const steps = [...recordedSteps(whole, { gapMs: 600_000 })];
    expect(steps.map(({ prompt }) => prompt.messages.length)).toEqual([1, 3, 5]);
    for (const { prompt } of steps) {
      expect(prompt.system).toBe('Help.');
      expect(prompt.messages.every((message, index) => message === whole.messages[index])).toBe(true);
    }
  });

  it('grow by appending alone, each later than the one before, and end in a question or a result', () => {
    const messages = fc.array(fc.constantFrom(user, call, result, answer), { maxLength: 30 });
    fc.assert(
      fc.property(
        messages,
        fc.integer({ min: 1, max: 9_999 }),
        fc.integer({ min: 1, max: 9_999 }),
        (list, gap, step) => {
          const whole = promptOf(...list);
          const steps = [...recordedSteps(whole, { gapMs: gap, stepMs: step })];
          const answers = list.filter(
            ({ role }, index) => role === 'assistant' && index > 0 && list[index - 1]?.role === 'user',
          );
          expect(steps.length).toBe(answers.length + (list.at(-1)?.role === 'user' ? 1 : 0));
          for (const [index, { prompt, atMs }] of steps.entries()) {
            const count = prompt.messages.length;
            expect(prompt.messages).toEqual(list.slice(0, count));
            expect(list[count - 1]?.role).toBe('user');
            const before = steps[index - 1];
            if (before === undefined) continue;
            expect(count).toBeGreaterThan(before.prompt.messages.length);
            expect(atMs - before.atMs).toBe(list[count - 1] === user ? gap : step);
          }
        },
      ),
    );
  });

  it('come a step apart within a turn, and a pause apart between turns', () => {
    const steps = [...recordedSteps(promptOf(user, call, result, answer, user, answer), { gapMs: 600_000 })];
    expect(steps.map(({ atMs }) => atMs)).toEqual([0, 15_000, 615_000]);
  });

  it('end with one that was not answered yet', () => {
    expect(
      [...recordedSteps(promptOf(user, answer, user), { gapMs: 1 })].map(({ prompt }) => prompt.messages.length),
    ).toEqual([1, 3]);
    expect([...recordedSteps(promptOf(), { gapMs: 1 })]).toEqual([]);
  });

  it('take the results of a chat, and of the Responses API, for no message of a person', () => {
    const paces = { gapMs: 600_000, stepMs: 1 };
    const timesOf = (shape: WirePrompt['shape'], ...messages: WirePrompt['messages']): readonly number[] =>
      [...recordedSteps({ shape, messages }, paces)].map(({ atMs }) => atMs);
    const said = { role: 'assistant', content: null };
    const tool = { role: 'tool', tool_call_id: 'a', content: 'x' };
    expect(timesOf('openai-chat', user, said, tool, answer, user)).toEqual([0, 1, 600_001]);
    const called = { type: 'function_call', call_id: 'a', name: 'read', arguments: '{}' };
    const output = { type: 'function_call_output', call_id: 'a', output: 'x' };
    expect(timesOf('openai-responses', user, called, output, answer, user)).toEqual([0, 1, 600_001]);
  });
});
