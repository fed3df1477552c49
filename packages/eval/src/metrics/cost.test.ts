import { describe, expect, it } from 'vitest';
import { PromptMaker } from '../replay/anthropic-prompt.ts';
import { type BilledRequest, simulateCost, summarizerCost } from './cost.ts';
import { seenOf } from './metrics.fixture.ts';

const long = 'The harbour has many cranes, and each of them has a number. '.repeat(120);

/** Ten requests, each a turn longer than the one before; `rewritten` from the fifth on begins otherwise. */
function requests(isRewritten: boolean): readonly BilledRequest[] {
  const maker = new PromptMaker();
  return Array.from({ length: 10 }, (_, nth) => {
    const opening = isRewritten && nth >= 5 ? 'Another beginning. ' : 'The beginning. ';
    const turns = Array.from({ length: nth * 2 + 1 }, (__, at) => ({
      role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: at === 0 ? opening + long : `Turn ${at}: ${long}`,
    }));
    return { prompt: maker.prompt(seenOf(turns), 100), isUserTurn: true };
  });
}

describe('the simulated cost', () => {
  it('is less with caching than without, and least where nothing is rewritten', () => {
    const plain = simulateCost(requests(false), 'none', 'busy');
    const cached = simulateCost(requests(false), 'anthropic', 'busy');
    const rewritten = simulateCost(requests(true), 'anthropic', 'busy');
    expect(plain.costTokens).toBe(plain.totalTokens);
    expect(cached.costTokens).toBeLessThan(plain.costTokens / 2);
    expect(rewritten.costTokens).toBeGreaterThan(cached.costTokens);
    expect(rewritten.rewrites).toBe(cached.rewrites + 1);
  });

  it('is more for somebody who goes to lunch, since the cache is gone then', () => {
    for (const rules of ['anthropic', 'openai'] as const) {
      const [busy, lunch] = (['busy', 'lunch'] as const).map((profile) =>
        simulateCost(requests(false), rules, profile),
      );
      expect(lunch?.costTokens).toBeGreaterThan(busy?.costTokens ?? 0);
    }
  });

  it('counts what a summarizer writes dearer than what it reads', () => {
    expect(summarizerCost(1_000, 0)).toBe(1_000);
    expect(summarizerCost(0, 1_000)).toBeGreaterThan(2_000);
  });
});
