import type { Messages } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { gateOutcome } from './gate-outcome.ts';

const messages: Messages = [
  { role: 'user', content: 'Read the log.' },
  { role: 'assistant', content: 'A long answer. '.repeat(50) },
  { role: 'user', content: 'Now fix it.' },
];
const [first, long, newest] = messages;
const verdictOn = (answer: unknown, pins?: readonly number[]) =>
  gateOutcome(answer, { messages, ...(pins === undefined ? {} : { pins }) });

describe('gateOutcome', () => {
  it('lets a smaller list with the newest request through, and any reasoned `unchanged`', () => {
    const outcome = { kind: 'compressed', messages: [first, newest] };
    expect(verdictOn(outcome)).toEqual({ kind: 'passed', outcome });
    expect(verdictOn({ kind: 'unchanged', reason: 'pinned' }).kind).toBe('passed');
    expect(verdictOn({ kind: 'compressed', messages: [structuredClone(newest)] }).kind).toBe('passed');
  });

  it.each([
    ['no outcome at all', 5, 'type number'],
    ['nothing', undefined, 'type undefined'],
    ['no list', { kind: 'compressed' }, 'without a list'],
    ['a list of something else', { kind: 'compressed', messages: [7] }, 'without a list'],
    ['no reason', { kind: 'unchanged' }, 'without a reason'],
    ['an empty list', { kind: 'compressed', messages: [] }, 'an empty list'],
    ['a list without the newest request', { kind: 'compressed', messages: [first] }, 'newest message of the user'],
    ['a longer list', { kind: 'compressed', messages: [...messages, long] }, 'not smaller'],
    ['the same list', { kind: 'compressed', messages }, 'not smaller'],
  ])('refuses %s', (_, answer, problem) => {
    expect(verdictOn(answer)).toEqual({ kind: 'refused', problem: expect.stringContaining(problem) });
  });

  it('refuses a result that lost a pinned message', () => {
    expect(verdictOn({ kind: 'compressed', messages: [newest] }, [0])).toEqual({
      kind: 'refused',
      problem: 'Message 0 is pinned, and is not in its result as it was.',
    });
  });
});
