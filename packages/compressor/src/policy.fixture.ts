import fc from 'fast-check';
import type { BoundaryPolicy } from './boundary-policy.ts';

/** A policy that protects nothing beyond what always is, for a test to add to. */
export const LOOSE: BoundaryPolicy = {
  protectFirst: 0,
  protectLast: 0,
  minTailUserMessages: 0,
  tailTokens: 0,
  stretchedTailTokens: 0,
  roomTokens: Number.POSITIVE_INFINITY,
  pins: [],
};

/** Policies of all kinds, some without room for what they protect. */
export const boundaryPolicies: fc.Arbitrary<BoundaryPolicy> = fc
  .record({
    protectFirst: fc.nat({ max: 5 }),
    protectLast: fc.nat({ max: 25 }),
    minTailUserMessages: fc.nat({ max: 3 }),
    tailTokens: fc.nat({ max: 4_000 }),
    roomTokens: fc.oneof(fc.nat({ max: 8_000 }), fc.constant(Number.POSITIVE_INFINITY)),
  })
  .map((policy) => ({ ...policy, stretchedTailTokens: Math.trunc(policy.tailTokens * 1.5), pins: [] }));
