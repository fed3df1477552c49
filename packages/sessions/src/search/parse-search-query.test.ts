import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchMode } from '../search-query.ts';
import { anyText } from './any-text.fixture.ts';
import { createFindMatch } from './find-match.ts';
import { parseSearchQuery, someTerms, type Term } from './parse-search-query.ts';

function terms(text: string): readonly Term[] {
  const parsed = parseSearchQuery(text);
  return parsed.mode === 'text' ? parsed.terms : [];
}

const refusal = expect.objectContaining({ code: 'CTX_SEARCH_INVALID' });

describe('a query in text mode', () => {
  it('is words, phrases, and terms that must stand as they are written', () => {
    expect(terms('Retries "connection refused" foo-bar C++ => 端到端')).toEqual([
      { source: 'retries', words: ['retri'], literal: undefined, lead: 0 },
      { source: 'connection refused', words: ['connect', 'refus'], literal: undefined, lead: 0 },
      { source: 'foo-bar', words: ['foo', 'bar'], literal: 'foo-bar', lead: 0 },
      { source: 'c++', words: ['c'], literal: 'c++', lead: 0 },
      { source: '=>', words: [], literal: '=>', lead: 0 },
      { source: '端到端', words: ['端', '到', '端'], literal: undefined, lead: 0 },
    ]);
  });

  it('has no marks of the sentence around its words, and all marks within', () => {
    expect(terms('(see the config?) E1042: f(x). 你好。 5" "" "open').map(({ source }) => source)).toEqual([
      'see',
      'the',
      'config?',
      'e1042',
      'f(x).',
      '你好',
      '5"',
      '""',
      '"open',
    ]);
  });

  it('is anything but blanks, of whatever length', () => {
    const mode = fc.constantFrom<SearchMode>('text', 'literal');
    fc.assert(
      fc.property(anyText(), mode, (query, as) => {
        if (query.trim() === '') expect(() => parseSearchQuery(query, as)).toThrow(refusal);
        else expect(createFindMatch(parseSearchQuery(query, as))(`a ${query} z`)).toBeDefined();
      }),
      { numRuns: 500 },
    );
    for (const query of [
      '"'.repeat(100_000),
      '" '.repeat(50_000),
      `"${'a '.repeat(50_000)}`,
      '端'.repeat(100_000),
      'x-'.repeat(50_000),
    ]) {
      expect(createFindMatch(parseSearchQuery(query))(query)).toBeDefined();
    }
  });

  it('leaves out what says nothing where some terms are enough, unless nothing else is left', () => {
    expect(someTerms(terms('where is the config of redis')).map(({ source }) => source)).toEqual(['config', 'redis']);
    expect(someTerms(terms('what is it')).map(({ source }) => source)).toEqual(['what', 'is', 'it']);
  });
});

describe('a query that cannot be answered', () => {
  it('is refused: blanks, a mode that does not exist', () => {
    for (const mode of ['text', 'literal', 'regex'] as const)
      expect(() => parseSearchQuery(' \n\t\u3000', mode)).toThrow(refusal);
    expect(() => parseSearchQuery('x', 'fuzzy' as SearchMode)).toThrow(/"fuzzy" is no mode/);
  });

  it('is refused with its reason: an expression that RE2 cannot read', () => {
    for (const [pattern, reason] of [
      ['(unclosed', /missing closing \)[\s\S]*syntax of RE2/],
      ['a(?=b)', /Look-around/],
      ['(?<!a)b', /Look-around/],
      ['(a)\\1', /Back-references/],
      ['a**', /why:/],
      [`(${'a{1000}'.repeat(1)}){1000}`, /why:/],
      ['('.repeat(20_000), /why:/],
    ] as const) {
      expect(() => parseSearchQuery(pattern, 'regex'), pattern.slice(0, 20)).toThrow(refusal);
      expect(() => parseSearchQuery(pattern, 'regex'), pattern.slice(0, 20)).toThrow(reason);
    }
  });
});
