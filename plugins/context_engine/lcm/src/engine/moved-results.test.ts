import { estimateTokens } from '@hermes-context/messages';
import { describe, expect, it } from 'vitest';
import { round, turns } from './engine.fixture.ts';
import { MovedResults, movedHash } from './moved-results.ts';

const LONG = 'a line of output\n'.repeat(400);
const outline = (text: string) => `outline of ${text.length} characters `.repeat(20);
const moved = (limit = 100) => new MovedResults(limit, estimateTokens, outline);

describe('MovedResults', () => {
  it('I20 shows large results by their outline and handle, and gives the same object each time', () => {
    const results = moved();
    const list = [...turns(1), ...round('a', LONG), ...round('b', 'short')];
    const shown = results.show(list);

    expect(shown.map((message, index) => message === list[index])).toEqual([true, true, true, false, true, true]);
    expect(shown[3]).toMatchObject({
      role: 'tool',
      tool_call_id: 'a',
      content: expect.stringContaining('outline of 6800'),
    });
    expect(movedHash(shown[3] ?? { role: 'user', content: '' })).toMatch(/^[0-9a-f]{12}$/);
    expect(results.show(list)[3]).toBe(shown[3]);
  });

  it('leaves alone what is kept, what is an outline, and lists without a large result', () => {
    const results = moved();
    const list = [...turns(1), ...round('a', LONG)];
    const once = results.show(list);

    expect(results.show(list, [3])).toBe(list);
    expect(estimateTokens(once[3] ?? { role: 'user', content: '' })).toBeGreaterThan(100);
    expect(results.show(once)).toBe(once);
    expect(results.show(structuredClone(once))[3]).toEqual(once[3]);
  });

  it('leaves pages of its own tools alone, and knows texts in parts', () => {
    const results = moved();
    const parts = round('a', LONG).map((message) =>
      message.role === 'tool' ? { ...message, content: [{ type: 'text' as const, text: LONG }] } : message,
    );
    expect(results.show(round('b', LONG, 'lcm_expand'))).toEqual(round('b', LONG, 'lcm_expand'));
    expect(results.show(parts)[1]?.content).toBe(results.show(round('c', LONG))[1]?.content);
  });

  it('follows another limit', () => {
    const results = moved(1_000_000);
    const list = round('a', LONG);
    expect(results.show(list)).toBe(list);
    results.limit = 100;
    expect(movedHash(results.show(list)[1] ?? { role: 'user', content: '' })).toBeDefined();
  });

  it('I20 shows the largest results of a group that is too heavy by their outline, no more of them than it takes', () => {
    const results = moved(1_000_000);
    const [, one = user, small = user] = [0, ...round('a', LONG)];
    const list = [...turns(1), one, small, { ...small, content: LONG.repeat(2) }, { ...small, content: 'short' }];
    const tokens = list.slice(2).reduce((sum, message) => sum + estimateTokens(message), 0);
    const fitted = (roomTokens: number, kept: readonly number[] = []) =>
      results.fit(list, { start: 2, roomTokens, kept }).map((message, index) => message === list[index]);

    expect(results.fit(list, { start: 2, roomTokens: tokens, kept: [] })).toBe(list);
    expect(fitted(tokens - 1)).toEqual([true, true, true, true, false, true]);
    expect(fitted(10)).toEqual([true, true, true, false, false, true]);
    expect(fitted(10, [4])).toEqual([true, true, true, false, true, true]);
  });
});

const user = { role: 'user', content: '' } as const;
