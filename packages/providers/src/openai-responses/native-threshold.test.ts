import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactThresholdFor } from './native-threshold.ts';

describe('compactThresholdFor', () => {
  it.each([
    [200_000, 231_200, 200_000],
    [200_000, 136_000, 127_808],
    [500_000, 231_200, 223_008],
    [undefined, 136_000, 127_808],
    [undefined, undefined, 200_000],
    [90_000, undefined, 90_000],
    [200_000, 8_192, 6_553],
    [200_000, 100, 1_024],
    [10, 231_200, 1_024],
    [Number.NaN, 136_000, 127_808],
    [1.5, undefined, 200_000],
    [-1, undefined, 200_000],
    [Number.POSITIVE_INFINITY, 136_000, 127_808],
    [undefined, Number.POSITIVE_INFINITY, 200_000],
    [90_000, Number.NaN, 90_000],
    [undefined, 0, 200_000],
    [undefined, 8_193, 1_024],
    [200_000, 765_000, 200_000],
    [undefined, 765_000, 756_808],
  ])('S-089 of %s, with a trigger here at %s, is %i', (thresholdTokens, localTriggerTokens, expected) => {
    expect(
      compactThresholdFor({
        ...(thresholdTokens !== undefined && { thresholdTokens }),
        ...(localTriggerTokens !== undefined && { localTriggerTokens }),
      }),
    ).toBe(expected);
  });

  it('S-089 is a whole number of at least 1,024, and about 8,000 below the trigger here wherever there is room', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000_000 }), fc.integer({ min: 1, max: 3_000_000 }), (asked, local) => {
        const tokens = compactThresholdFor({ thresholdTokens: asked, localTriggerTokens: local });
        expect(Number.isSafeInteger(tokens)).toBe(true);
        expect(tokens).toBeGreaterThanOrEqual(1_024);
        if (local > 9_216) expect(tokens).toBeLessThanOrEqual(local - 8_192);
        expect(tokens).toBeLessThanOrEqual(Math.max(1_024, asked));
      }),
    );
  });
});
