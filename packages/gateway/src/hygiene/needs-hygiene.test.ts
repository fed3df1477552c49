import { deepFreeze } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HYGIENE_RATIO, type HygieneFacts, needsHygiene } from './needs-hygiene.ts';

const OVERNIGHT = deepFreeze<HygieneFacts>({
  messages: 40,
  isEnabled: true,
  contextTokens: 200_000,
  size: { tokens: 190_000, basis: 'reported' },
  isInFlight: false,
});

/** Windows as models have them, and sizes on both sides of every threshold. */
const facts = fc
  .record({
    contextTokens: fc.integer({ min: 1, max: 2_000_000 }),
    filledRatio: fc.double({ min: 0, max: 1.5, noNaN: true }),
  })
  .chain(({ contextTokens, filledRatio }) =>
    fc.record({
      messages: fc.nat(12),
      isEnabled: fc.boolean(),
      contextTokens: fc.constant(contextTokens),
      size: fc.record({
        tokens: fc.constant(Math.round(contextTokens * filledRatio)),
        basis: fc.constantFrom('reported', 'anchored', 'scaled', 'estimated'),
      }),
      cooldownEndsInMs: fc.constantFrom(0, 1, 60_000),
      isInFlight: fc.boolean(),
    }),
  );

describe('needsHygiene', () => {
  it('S-021 fires from 85 % of the window on, rounded down', () => {
    const at = (tokens: number): unknown => needsHygiene({ ...OVERNIGHT, size: { tokens, basis: 'reported' } }).fires;
    expect(HYGIENE_RATIO).toBe(0.85);
    expect(needsHygiene(OVERNIGHT).thresholdTokens).toBe(170_000);
    expect([at(169_999), at(170_000), at(170_001)]).toEqual([false, true, true]);
  });

  it('S-021 has the threshold of whole-number arithmetic in every window', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (contextTokens) => {
        const expected = Number((BigInt(contextTokens) * 85n) / 100n);
        expect(needsHygiene({ ...OVERNIGHT, contextTokens }).thresholdTokens).toBe(expected);
      }),
    );
  });

  it('S-022 goes by the size it is given, and says where the figure comes from', () => {
    const text = (basis: HygieneFacts['size']['basis']): string =>
      needsHygiene({ ...OVERNIGHT, size: { tokens: 190_000, basis } }).detail;
    expect(text('reported')).toBe(
      'The conversation takes 190,000 of 200,000 tokens (as the provider counted), at or above the 170,000 from which a session is compacted before a turn.',
    );
    expect(text('estimated')).toContain('(our estimate)');
  });

  it('S-023 does nothing with fewer than 4 messages or with compression disabled', () => {
    expect(needsHygiene({ ...OVERNIGHT, messages: 3 })).toMatchObject({ fires: false, reason: 'too-few-messages' });
    expect(needsHygiene({ ...OVERNIGHT, messages: 4 }).fires).toBe(true);
    expect(needsHygiene({ ...OVERNIGHT, isEnabled: false })).toMatchObject({ fires: false, reason: 'disabled' });
  });

  it('S-024 leaves a session between the two thresholds to the in-loop compressor', () => {
    const between = needsHygiene({ ...OVERNIGHT, size: { tokens: 120_000, basis: 'reported' } });
    expect(between).toEqual({
      fires: false,
      reason: 'below-threshold',
      thresholdTokens: 170_000,
      detail:
        'The conversation takes 120,000 of 200,000 tokens (as the provider counted), below the 170,000 from which a session is compacted before a turn.',
    });
  });

  it('S-024 decides the same whatever the in-loop threshold is', () => {
    fc.assert(
      fc.property(facts, fc.nat(2_000_000), (given, inLoopThresholdTokens) => {
        const withMore: HygieneFacts & { readonly inLoopThresholdTokens: number } = { ...given, inLoopThresholdTokens };
        expect(needsHygiene(withMore)).toEqual(needsHygiene(given));
      }),
    );
  });

  it('S-025 catches a session that grew past the threshold between turns', () => {
    expect(needsHygiene({ ...OVERNIGHT, size: { tokens: 260_000, basis: 'anchored' } }).fires).toBe(true);
  });

  it('waits out a cooldown, and leaves a compaction that runs alone', () => {
    expect(needsHygiene({ ...OVERNIGHT, cooldownEndsInMs: 59_001 })).toMatchObject({
      fires: false,
      reason: 'cooldown',
      detail: expect.stringContaining('in 60 s at the earliest'),
    });
    expect(needsHygiene({ ...OVERNIGHT, cooldownEndsInMs: 0 }).fires).toBe(true);
    expect(needsHygiene({ ...OVERNIGHT, isInFlight: true })).toMatchObject({ fires: false, reason: 'in-flight' });
  });

  it('fires exactly when nothing speaks against it', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const isDue = given.size.tokens >= Math.floor(given.contextTokens * 0.85);
        const isFree = given.cooldownEndsInMs === 0 && !given.isInFlight;
        expect(needsHygiene(given).fires).toBe(given.isEnabled && given.messages >= 4 && isDue && isFree);
      }),
    );
  });

  it('once it fires, fires for every larger size', () => {
    fc.assert(
      fc.property(facts, fc.nat(1_000_000), (given, more) => {
        const larger = { ...given, size: { ...given.size, tokens: given.size.tokens + more } };
        expect(needsHygiene(larger).fires || !needsHygiene(given).fires).toBe(true);
      }),
    );
  });
});
