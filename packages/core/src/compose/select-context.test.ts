import type { Messages, SelectRequest } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { named } from './named-engine.ts';
import { conversation, engine, forced, warningsOf } from './parts.fixture.ts';
import { pipeline } from './pipeline.ts';

const messages = conversation(4);
const selecting = (select: (request: SelectRequest) => unknown) =>
  engine({ selectContext: (request) => select(request) as Messages });

describe('selectContext of several engines', () => {
  it('lets each choose from what the one before chose, and knows its size', () => {
    const sizes: number[] = [];
    const lastTurns = (count: number) =>
      selecting(({ messages: [first, ...rest], promptTokens }) => {
        sizes.push(promptTokens);
        return [first, ...rest.slice(-4 * count)];
      });
    const selected = pipeline(
      lastTurns(2),
      engine(),
      selecting(() => undefined),
      lastTurns(1),
    ).selectContext?.({
      messages,
      promptTokens: 1_000,
    });
    expect(selected?.map((message) => messages.indexOf(message))).toEqual([0, 13, 14, 15, 16]);
    expect(sizes[0]).toBe(1_000);
    expect(sizes[1]).toBeLessThan(700);
  });

  it('is absent, or gives the list as it is, where nobody selects', () => {
    expect(pipeline(engine()).selectContext).toBeUndefined();
    const request = { messages, promptTokens: 10 };
    expect(pipeline(selecting(() => undefined)).selectContext?.(request)).toBeUndefined();
  });

  it.each([
    ['P2', () => messages.slice(0, 5)],
    ['P1', () => messages.toSpliced(3, 1)],
    ['P1', () => 5],
    [
      'threw: no disk',
      (): never => {
        throw new Error('no disk');
      },
    ],
  ])('does not use a selection that breaks a promise (%s), and says so in the next report', async (what, select) => {
    const composed = pipeline(named('bad', selecting(select)));
    expect(composed.selectContext?.({ messages, promptTokens: 10 })).toBeUndefined();
    expect(warningsOf(await composed.compress(forced(conversation(1))))).toEqual([expect.stringContaining(what)]);
  });
});
