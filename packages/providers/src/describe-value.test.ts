import { describe, expect, it } from 'vitest';
import { describeValue, quoteName } from './describe-value.ts';

describe('describeValue', () => {
  it('names the kind of a value and never its text', () => {
    expect(describeValue(undefined)).toBe('missing');
    expect(describeValue(null)).toBe('null');
    expect(describeValue('sk-secret')).toBe('a string');
    expect(describeValue(5)).toBe('a number');
    expect(describeValue(true)).toBe('true');
    expect(describeValue([])).toBe('an empty list');
    expect(describeValue([1, 2])).toBe('a list of 2');
    expect(describeValue({})).toBe('an object without keys');
    expect(describeValue({ from: 'x', value: 'y' })).toBe('an object with the keys "from", "value"');
  });

  it('shows the first keys of many, cut to a length that holds no message', () => {
    const many = Object.fromEntries(Array.from({ length: 10 }, (_none, index) => [`k${index}`, 1]));
    expect(describeValue(many)).toMatch(/"k7" and 2 more$/);
    expect(quoteName('x'.repeat(100))).toBe(`"${'x'.repeat(40)}…"`);
  });
});
