import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anthropicCompactionThreshold } from './anthropic-compaction-threshold.ts';

describe('the threshold of a compaction by the server of Anthropic', () => {
  it.each([
    [{}, 150_000],
    [{ thresholdTokens: 90_000 }, 90_000],
    [{ thresholdTokens: 1_000 }, 50_000],
    [{ localTriggerTokens: 100_000 }, 91_808],
    [{ localTriggerTokens: 100_000.5 }, 91_808],
    [{ localTriggerTokens: 500_000 }, 150_000],
    [{ thresholdTokens: 80_000, localTriggerTokens: 100_000 }, 80_000],
    [{ thresholdTokens: 95_000, localTriggerTokens: 100_000 }, 91_808],
    [{ localTriggerTokens: 58_192 }, 50_000],
  ])('of %j is %d tokens', (asked, thresholdTokens) => {
    expect(anthropicCompactionThreshold(asked)).toEqual({ kind: 'tokens', thresholdTokens });
  });

  it('is none, with the numbers why, where the local trigger leaves no room for what the API takes', () => {
    expect(anthropicCompactionThreshold({ localTriggerTokens: 58_191 })).toEqual({
      kind: 'none',
      reason:
        'A compaction here begins at 58,191 tokens, and the server compacts at 50,000 or more, which is not 8,192 below.',
    });
  });

  it('is a whole number that the API takes, below the local trigger, or none', () => {
    const tokens = fc.option(fc.oneof(fc.nat({ max: 300_000 }), fc.double({ min: 0, max: 300_000, noNaN: true })), {
      nil: undefined,
    });
    fc.assert(
      fc.property(tokens, tokens, (thresholdTokens, localTriggerTokens) => {
        const threshold = anthropicCompactionThreshold({
          ...(thresholdTokens === undefined ? {} : { thresholdTokens }),
          ...(localTriggerTokens === undefined ? {} : { localTriggerTokens }),
        });
        if (threshold.kind === 'none') {
          expect(localTriggerTokens).toBeLessThan(58_192);
          return;
        }
        expect(Number.isInteger(threshold.thresholdTokens)).toBe(true);
        expect(threshold.thresholdTokens).toBeGreaterThanOrEqual(50_000);
        if (localTriggerTokens !== undefined) {
          expect(threshold.thresholdTokens).toBeLessThanOrEqual(localTriggerTokens - 8_192);
        }
      }),
    );
  });
});
