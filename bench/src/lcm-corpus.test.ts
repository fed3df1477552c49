import type { Message } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { CJK_TERM, lcmCorpus, lcmWords, RARE_WORD } from './lcm-corpus.ts';

function first(count: number): readonly Message[] {
  const messages = lcmCorpus();
  return Array.from({ length: count }, () => messages.next().value);
}

const textOf = ({ content }: Message): string => (typeof content === 'string' ? content : '');
const having = (messages: readonly Message[], term: string): number =>
  messages.filter((message) => textOf(message).includes(term)).length;

describe('the corpus of the lcm bench', () => {
  it('is the same in every run', () => {
    expect(first(200)).toEqual(first(200));
    expect(textOf(first(1)[0] ?? { role: 'user', content: '' })).toContain('NEEDLE_0 error code E1000');
  });

  it('answers each call with the result that follows it', () => {
    const messages = first(500);
    const results = messages.flatMap((message, index) => (message.role === 'tool' ? [{ message, index }] : []));

    expect(results.length).toBeGreaterThan(100);
    for (const { message, index } of results) {
      expect(messages[index - 1]).toMatchObject({ role: 'assistant', tool_calls: [{ id: message.tool_call_id }] });
    }
  });

  it('has one rare word, a term that comes again, and words by their frequency', () => {
    const messages = first(25_000);
    const [frequent = '', rarer = ''] = [lcmWords()[0], lcmWords()[1_000]];

    expect(having(messages, RARE_WORD)).toBe(1);
    expect(having(messages, CJK_TERM)).toBe(2);
    expect(having(messages, frequent)).toBeGreaterThan(having(messages, rarer) * 5);
  });
});
