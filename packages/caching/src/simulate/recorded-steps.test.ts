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
});
