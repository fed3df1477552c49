import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { literalMatcher, termsIn, termsMatcher } from './matcher.ts';
import { parseTextQuery } from './text-query.ts';

/** Places of a question in words, as the text that stands there. */
function places(question: string, text: string): readonly string[] {
  const { groups } = parseTextQuery(question, false);
  return Array.from(termsMatcher(groups, false).places(text), ({ start, end }) => `${start}:${text.slice(start, end)}`);
}

describe('what matches', () => {
  it('is whole words, and signs with whole words around them', () => {
    expect(places('cat', 'Cat concat cats CAT')).toEqual(['0:Cat', '16:CAT']);
    expect(places('a-a', 'xa-a-a')).toEqual(['3:a-a']);
    expect(places('c++', 'abc++ c+++ c++')).toEqual(['6:c++', '11:c++']);
    expect(places('cafe', 'Le Café, le cafe\u0301')).toEqual(['3:Café', '12:cafe\u0301']);
    expect(places('端到', '两端到端')).toEqual(['1:端到']);
  });

  it('is shown at the term that tells most', () => {
    expect(places('on deployment', 'on the day of deployment')).toEqual(['14:deployment']);
  });

  it('has places exactly where it matches', () => {
    const piece = fc.constantFrom('a', 'b', ' ', '-', 'é', '端', 'ſ', 's', 'x'.repeat(64));
    const text = fc.array(piece, { minLength: 1, maxLength: 9 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (wanted, whole) => {
        fc.pre(wanted.trim() !== '');
        for (const matcher of [
          literalMatcher(wanted, false),
          termsMatcher(parseTextQuery(wanted, false).groups.slice(0, 1), false),
        ]) {
          expect([...matcher.places(whole)].length > 0).toBe(matcher.matches(whole));
        }
        const terms = parseTextQuery(wanted, false).groups.flat();
        expect(termsIn(whole, terms)).toEqual(terms.map((term) => termsMatcher([[term]], false).matches(whole)));
      }),
    );
  });
});
