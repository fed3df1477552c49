import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseTokenCount } from './parse-token-count.ts';

it('reads numbers as people write them', () => {
  expect(parseTokenCount('32000', '--x')).toBe(32_000);
  expect(parseTokenCount('32_000', '--x')).toBe(32_000);
  expect(parseTokenCount('128k', '--x')).toBe(128_000);
  expect(parseTokenCount('1M', '--x')).toBe(1_000_000);
});

it('refuses anything else, naming option and value', () => {
  for (const text of ['', '0', '-5', '1.5', '12x', 'k', '9'.repeat(30)])
    expect(() => parseTokenCount(text, '--x')).toThrow(`--x is "${text}"`);
});

it('reads back every whole number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), (tokens) => {
      expect(parseTokenCount(String(tokens), '--x')).toBe(tokens);
    }),
  );
});
