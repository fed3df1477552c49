import fc from 'fast-check';
import { expect, it } from 'vitest';
import { afterPass, CALM, describeBlock, isBlocked } from './thrash-guard.ts';

const weak = { isEffective: false, requestTokens: 100_000, thresholdTokens: 100_000 };

it('blocks after two ineffective passes in a row, and lets a tenth of the threshold of new content through', () => {
  const once = afterPass(CALM, weak);
  expect(isBlocked(once, 100_000)).toBe(false);
  const twice = afterPass(once, weak);
  expect(isBlocked(twice, 109_999)).toBe(true);
  expect(isBlocked(twice, 110_000)).toBe(false);
  expect(describeBlock(twice)).toContain('110,000 tokens');
});

it('forgets everything at the first effective pass', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean()), (passes) => {
      const guard = passes.reduce((state, isEffective) => afterPass(state, { ...weak, isEffective }), CALM);
      expect(afterPass(guard, { ...weak, isEffective: true })).toEqual(CALM);
    }),
  );
});
