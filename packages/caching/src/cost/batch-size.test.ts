import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BatchInput, bestBatchTokens } from './batch-size.ts';

const input = fc.record<BatchInput>({
  tokensBehind: fc.nat({ max: 1_000_000 }),
  growthTokensPerRequest: fc.nat({ max: 100_000 }),
  readRatio: fc.double({ min: 0.01, max: 1, noNaN: true }),
  writeRatio: fc.double({ min: 1, max: 2, noNaN: true }),
});

/** What a request costs on average when so many tokens are gathered: the rewrites, and what is carried meanwhile. */
function costPerRequest(batchTokens: number, { tokensBehind, growthTokensPerRequest, ...ratios }: BatchInput): number {
  const requests = batchTokens / growthTokensPerRequest;
  return (tokensBehind * (ratios.writeRatio - ratios.readRatio)) / requests + (ratios.readRatio * batchTokens) / 2;
}

describe('bestBatchTokens', () => {
  it('is the cheapest batch: neither a tenth more nor a tenth less costs less', () => {
    fc.assert(
      fc.property(input, (each) => {
        fc.pre(each.growthTokensPerRequest >= 500 && each.tokensBehind > 0 && each.writeRatio > each.readRatio);
        const best = bestBatchTokens(each);
        expect(costPerRequest(best, each)).toBeLessThanOrEqual(costPerRequest(best * 1.1, each));
        expect(costPerRequest(best, each)).toBeLessThanOrEqual(costPerRequest(best * 0.9, each));
      }),
    );
  });

  it('gathers 30,000 tokens with reads at a tenth, and twice that at a fortieth', () => {
    const agent = { tokensBehind: 20_000, growthTokensPerRequest: 2_000, writeRatio: 1.25 };
    const batches = [0.1, 0.05, 0.025].map((readRatio) => bestBatchTokens({ ...agent, readRatio }));
    expect(batches.map((tokens) => Math.round(tokens / 1_000))).toEqual([30, 44, 63]);
  });

  it('prunes at no size where reading is free, and at any where writing is no dearer', () => {
    const agent = { tokensBehind: 20_000, growthTokensPerRequest: 2_000 };
    expect(bestBatchTokens({ ...agent, readRatio: 0, writeRatio: 1.25 })).toBe(Number.POSITIVE_INFINITY);
    expect(bestBatchTokens({ ...agent, readRatio: 1, writeRatio: 1 })).toBe(0);
  });

  it('does not break the cache for crumbs because the conversation seems to stand still', () => {
    const still = { tokensBehind: 100_000, growthTokensPerRequest: 0, readRatio: 0.1, writeRatio: 1.25 };
    expect(bestBatchTokens(still)).toBeGreaterThan(30_000);
    expect(bestBatchTokens({ ...still, growthTokensPerRequest: Number.NaN })).toBe(bestBatchTokens(still));
  });
});
