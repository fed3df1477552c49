import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { liftStrings, putString } from './lift-strings.ts';

const long = fc.nat({ max: 900 }).map((length) => 'é'.repeat(length));
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    long,
    fc.constantFrom(null, 1, true),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', '__proto__', 'b', '', '0'), tie('value'), { maxKeys: 4 }),
  ),
})).value;

describe('taking long strings out of a value', () => {
  it('leaves a value to which putting them back gives the same text', () => {
    fc.assert(
      fc.property(values, (made) => {
        const text = JSON.stringify(made);
        const { rest, lifted } = liftStrings([JSON.parse(text)]);
        const stored: unknown = JSON.parse(JSON.stringify(rest));
        for (const { path, text: string } of lifted) putString(stored, path, string);
        expect(JSON.stringify(stored)).toBe(`[${text}]`);
      }),
    );
  });

  it('takes the long ones only', () => {
    const { rest, lifted } = liftStrings({ role: 'tool', content: 'x'.repeat(1_000) });
    expect(rest).toEqual({ role: 'tool', content: '' });
    expect(lifted.map(({ path }) => path)).toEqual([['content']]);
  });
});
