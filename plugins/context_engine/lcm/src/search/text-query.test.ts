import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTextQuery, tellingTerms } from './text-query.ts';

/** What each group of terms was asked for as. */
function sources(text: string): readonly (readonly string[])[] {
  return parseTextQuery(text, false).groups.map((terms) => terms.map(({ source }) => source));
}

describe('parseTextQuery', () => {
  it('has a term for every text that is not blank', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.boolean(), (text, isSensitive) => {
        fc.pre(text.trim() !== '');
        const { groups } = parseTextQuery(text, isSensitive);
        expect(groups.length).toBeGreaterThan(0);
        for (const term of groups.flat()) expect(term.source).not.toBe('');
      }),
    );
  });

  it.each([
    ['Where is the (old config)?', [['where'], ['is'], ['the'], ['old'], ['config']]],
    ['"error code" 7', [['error code'], ['7']]],
    ['"maxRetries": 5', [['maxretries'], ['5']]],
    ['say "half', [['say'], ['"half']]],
    ['C++, i++', [['c++'], ['i++']]],
    ['a OR b c', [['a', 'b'], ['c']]],
    ['a AND b', [['a'], ['b']]],
    ['OR', [['or']]],
    ['a OR', [['a'], ['or']]],
    ['store - index', [['store'], ['index']]],
    ['❤️', [['❤']]],
    ['same same', [['same']]],
  ])('reads %s', (text, groups) => {
    expect(sources(text)).toEqual(groups);
  });

  it('leaves out words that tell nothing, unless there are no others', () => {
    expect(tellingTerms(parseTextQuery('what was the port', false)).map(({ source }) => source)).toEqual(['port']);
    expect(tellingTerms(parseTextQuery('what is it', false))).toHaveLength(3);
  });
});
