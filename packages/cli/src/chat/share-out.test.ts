import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOut } from './share-out.ts';

const weights = fc.array(fc.nat({ max: 10_000 }), { maxLength: 10 });

describe('shareOut', () => {
  it('gives shares that add up to the whole, none below zero, none to what weighs nothing', () => {
    fc.assert(
      fc.property(fc.nat({ max: 5_000 }), weights, (total, given) => {
        const shares = shareOut(total, given);
        const sum = shares.reduce((all, share) => all + share, 0);
        expect(sum).toBe(given.some((weight) => weight > 0) ? total : 0);
        for (const [index, share] of shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(0);
          if (given[index] === 0) expect(share).toBe(0);
        }
      }),
    );
  });

  it('leaves nothing out that is there, where there is enough for all', () => {
    fc.assert(
      fc.property(weights, (given) => {
        const shares = shareOut(100, given);
        for (const [index, weight] of given.entries()) if (weight > 0) expect(shares[index]).toBeGreaterThan(0);
      }),
    );
    expect(shareOut(10, [1, 9_999, 0])).toEqual([1, 9, 0]);
  });
});
