import type { Message, Messages } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { type Change, checkProgress } from './check-progress.ts';

const message = (content: string): Message => ({ role: 'user', content });
const countChars = ({ content }: Message): number => String(content).length;
const middle: Messages = [message('x'.repeat(60)), message('y'.repeat(60))];
const [head, tail, summary] = [message('head'), message('tail'), message('s'.repeat(20))];
const change = (more: Partial<Change>): Change => ({
  messages: [head, ...middle, tail],
  covered: [1, 2],
  kept: [head, tail],
  after: [head, summary, tail],
  requestTokens: 500,
  ...more,
});

describe('checkProgress', () => {
  it('weighs what came against what went, and a saving against the whole request', () => {
    expect(checkProgress(change({}), countChars)).toEqual({ isSmaller: true, isEffective: true });
    expect(checkProgress(change({ requestTokens: 5_000 }), countChars)).toEqual({
      isSmaller: true,
      isEffective: false,
    });
    const long = message('s'.repeat(120));
    expect(checkProgress(change({ after: [head, long, tail] }), countChars).isSmaller).toBe(false);
  });

  it('counts what a repair took from the kept ones, and what it put in', () => {
    const after = [head, summary, message('t'.repeat(150))];
    expect(checkProgress(change({ after }), countChars).isSmaller).toBe(false);
  });

  it('counts no further than the verdict needs', () => {
    const counted: Message[] = [];
    const messages = [head, message('z'.repeat(200)), ...middle, tail];
    checkProgress(change({ messages, covered: [1, 2, 3] }), (each) => {
      counted.push(each);
      return countChars(each);
    });
    expect(counted).toEqual([summary, messages[1]]);
  });
});
