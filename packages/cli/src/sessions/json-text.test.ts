import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonText } from './json-text.ts';

// Not 'binary': that maps all of Unicode when it is made, which takes seconds.
const codePoint = fc.nat({ max: 0x10_ffff }).map((point) => String.fromCodePoint(point));

it('keeps every character, and gives a terminal none that it obeys', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint, maxLength: 40 }), (text) => {
      const json = jsonText({ text });
      expect(json.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      expect(JSON.parse(json)).toEqual({ text });
    }),
  );
  expect(jsonText(['a\u009b2Jb\u202e'])).toBe('[\n  "a\\u009b2Jb\\u202e"\n]\n');
});
