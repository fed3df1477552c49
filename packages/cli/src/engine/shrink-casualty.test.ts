import type { Message, Messages } from '@hermes-context/contract';
import { orphanedResults, unansweredCalls } from '@hermes-context/messages';
import { transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Casualty } from './proof.ts';
import { shrinkFirst, type TryLists } from './shrink-casualty.ts';

const end = { kind: 'silent', silenceMs: 10_000 } as const;
const casualty = (messages: Messages | undefined): Casualty => ({ title: 'keeps something', end, messages });

/** An engine that does not survive lists of which this holds. */
const dyingOf =
  (isFatal: (messages: Messages) => boolean): TryLists =>
  async (lists) =>
    lists.find(isFatal);

const turn = (index: number): Messages => [
  { role: 'user', content: `Question ${index}: ${'why '.repeat(50)}` },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `c${index}`, type: 'function', function: { name: 'ls', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: `c${index}`, content: 'README.md' },
  { role: 'assistant', content: `Answer ${index}` },
];
const conversation = Array.from({ length: 10 }, (_, index) => turn(index)).flat();

describe('a conversation that an engine did not survive', () => {
  it('is cut to what is fatal of it, texts and all', async () => {
    const tryLists = dyingOf((messages) => messages.some(({ content }) => String(content).startsWith('Question 4')));
    const [first] = await shrinkFirst([casualty(conversation)], tryLists);
    expect(first?.messages).toEqual([{ role: 'user', content: 'Question 4: why why ' }]);
  });

  it('stays whole where it was not the list that was fatal', async () => {
    const [first] = await shrinkFirst(
      [casualty(conversation)],
      dyingOf(() => false),
    );
    expect(first?.messages).toBe(conversation);
  });

  it('is looked for among several, and the others stay as they are', async () => {
    const others = [casualty(undefined), casualty(conversation), casualty(conversation)];
    const [none, first, second] = await shrinkFirst(
      others,
      dyingOf(({ length }) => length > 0),
    );
    expect([none?.messages, first?.messages?.length, second?.messages]).toEqual([undefined, 1, conversation]);
  });

  it('keeps each call with its results, and stays fatal', async () => {
    const isFatal = (messages: Messages): boolean =>
      messages.filter(({ role }: Message) => role === 'user').length >= 2;
    await fc.assert(
      fc.asyncProperty(transcript(), async (messages) => {
        const [first] = await shrinkFirst([casualty(messages)], dyingOf(isFatal));
        const shrunk = first?.messages ?? [];
        expect(isFatal(shrunk)).toBe(isFatal(messages));
        expect(orphanedResults(shrunk)).toEqual([]);
        expect(unansweredCalls(shrunk).length).toBeLessThanOrEqual(unansweredCalls(messages).length);
      }),
    );
  });

  it('is asked for in lists that are together not much longer than it', async () => {
    const long = Array.from({ length: 5_000 }, (_, index) => turn(index)).flat();
    let total = 0;
    await shrinkFirst([casualty(long)], async (lists) => {
      total += lists.reduce((sum, { length }) => sum + length, 0);
      return undefined;
    });
    expect(total).toBeLessThan(long.length * 15);
  });
});
