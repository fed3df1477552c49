import fc from 'fast-check';
import { expect, it } from 'vitest';
import { requestLimit } from './output-reserve.ts';

it.each([
  ['all of it, where nothing is known about the answer', undefined, 10_000],
  ['the window less the answer', 1_000, 9_000],
  ['no less than four fifths', 5_000, 8_000],
])('a request may hold %s', (_, maxOutputTokens, limit) => {
  const info = { name: 'm', contextTokens: 10_000, ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }) };
  expect(requestLimit(info)).toBe(limit);
});

it('is a whole number of tokens between four fifths of the window and all of it', () => {
  const window = fc.integer({ min: 1, max: 10_000_000 });
  fc.assert(
    fc.property(window, fc.nat(10_000_000), (contextTokens, maxOutputTokens) => {
      const limit = requestLimit({ name: 'm', contextTokens, maxOutputTokens });
      expect(Number.isInteger(limit)).toBe(true);
      expect(limit).toBeLessThanOrEqual(contextTokens);
      expect(limit).toBeGreaterThanOrEqual(contextTokens * 0.8);
    }),
  );
});
