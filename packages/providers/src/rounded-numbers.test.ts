import { describe, expect, it } from 'vitest';
import { holdsRoundedNumber } from './rounded-numbers.ts';

describe('holdsRoundedNumber', () => {
  it('finds a 64-bit id at any depth', () => {
    expect(holdsRoundedNumber(JSON.parse('{"a":[{"id":9223372036854775807}]}'))).toBe(true);
  });

  it('passes numbers that are exact, and digits in a text', () => {
    expect(holdsRoundedNumber({ a: [1, -2.5, Number.MAX_SAFE_INTEGER], b: '9223372036854775807' })).toBe(false);
  });
});
