import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cachePrices, promptCost } from './prices.ts';

const PLAIN = { readTokens: 0, write5mTokens: 0, write1hTokens: 0, uncachedTokens: 0 };

describe('what a prompt costs', () => {
  it('is known by the model, with its source and its day', () => {
    const prices = cachePrices('claude-opus-5-5');
    expect(prices).toMatchObject({ readRatio: 0.05, writeRatio: 1.25, hourWriteRatio: 2, inputUsd: 4 });
    expect(prices.source).toMatch(/, read 20\d\d-\d\d-\d\d$/);
    expect(promptCost({ ...PLAIN, readTokens: 2_100, write5mTokens: 300 }, prices)).toEqual({
      inputTokens: 480,
      usd: expect.closeTo(0.00192, 10),
    });
  });

  it('is more for the whole of a prompt that is too long by one token', () => {
    const prices = cachePrices('claude-haiku-5-5');
    const short = promptCost({ ...PLAIN, uncachedTokens: 100_000 }, prices).inputTokens;
    expect(promptCost({ ...PLAIN, readTokens: 99_000, uncachedTokens: 1_001 }, prices).inputTokens).toBeCloseTo(
      5 * (9_900 + 1_001),
    );
    expect(short).toBe(100_000);
  });

  it('goes by the usual ratios where the model is not known, with a warning', () => {
    const prices = cachePrices('nobody-1');
    expect(prices).toMatchObject({ readRatio: 0.1, writeRatio: 1.25, hourWriteRatio: 2, source: 'assumed' });
    expect(prices.warning).toContain('nobody-1');
    expect(promptCost({ ...PLAIN, uncachedTokens: 10 }, prices)).toEqual({ inputTokens: 10 });
  });

  it('is that of its parts, where none of them is too long', () => {
    const tokens = fc.nat(100_000);
    const prices = cachePrices('claude-sonnet-5');
    fc.assert(
      fc.property(tokens, tokens, (readTokens, write5mTokens) => {
        const both = promptCost({ ...PLAIN, readTokens, write5mTokens }, prices).inputTokens;
        const parts = [
          { ...PLAIN, readTokens },
          { ...PLAIN, write5mTokens },
        ].map((each) => promptCost(each, prices).inputTokens);
        expect(both).toBeCloseTo(
          parts.reduce((sum, cost) => sum + cost, 0),
          5,
        );
      }),
    );
  });
});
