import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchMode } from '../search-query.ts';
import { anyText, somePart } from './any-text.fixture.ts';
import { createFindMatch } from './find-match.ts';
import { parseSearchQuery } from './parse-search-query.ts';

function found(text: string, query: string, mode: SearchMode = 'text'): string | undefined {
  const match = createFindMatch(parseSearchQuery(query, mode))(text);
  return match === undefined ? undefined : text.slice(match.start, match.end);
}

describe('text mode', () => {
  it.each([
    ['we are compacting it', 'compaction', 'compacting'],
    ['Connection was\nrefused', '"connections was refused"', 'Connection was\nrefused'],
    ['Refused connection', '"connection refused"', undefined],
    ['plain C: drive', 'C++', undefined],
    ['in C++ we', 'c++', 'C++'],
    ['a foo-bar b', 'FOO-BAR', 'foo-bar'],
    ['a foo bar b', 'foo-bar', undefined],
    ['git push --force now', '--force', '--force'],
    ['call a.b(c) twice', 'a.b(c)', 'a.b(c)'],
    ['x => y', '=>', '=>'],
    ['我们把灰度发布放在这里', '灰度', '灰度'],
    ['リリースはロケットです', 'ロケット', 'ロケット'],
    ['한국어검색엔진', '검색', '검색'],
    ['ฉันค้นหาไฟล์', 'ค้นหา', 'ค้นหา'],
    ['go 👨‍👩‍👧 go', '👨‍👩‍👧', '👨‍👩‍👧'],
    ['go 👨👩👧 go', '👨‍👩‍👧', undefined],
    ['thumbs 👍🏽 up', '👍', '👍'],
    ['bare ❤ heart', '❤️', '❤'],
    ['flag 🇯🇵!', '🇯🇵', '🇯🇵'],
    ['don’t do it', "don't", 'don’t'],
    ['xfoo-bar foo-bars _foo-bar', 'foo-bar', 'foo-bar'],
    ['xfoo-bar foo-barz', 'foo-bar', undefined],
    ['err_42', 'rr_', undefined],
    ['go --forces --forcex', '--force', '--force'],
    ['go --forcex', '--force', undefined],
    ['a a b', '"a b"', 'a b'],
    ['the error', 'eror', undefined],
  ])('in %j finds %j as %j', (text, query, expected) => {
    expect(found(text, query)).toBe(expected);
  });

  it('shows the place of the longest term', () => {
    expect(found('a config, then the extraordinary config', 'config extraordinary')).toBe('extraordinary');
  });

  it('needs all terms, or any one where that is asked for', () => {
    const query = parseSearchQuery('config redis');
    expect(createFindMatch(query, 'all')('redis alone')).toBeUndefined();
    expect(createFindMatch(query, 'any')('redis alone')).toEqual({ start: 0, end: 5 });
  });

  it('finds every phrase of a text in it', () => {
    const word = fc.constantFrom('cache', 'caches', 'foo-bar', '端到端', '🚀', 'naïve', 'C++', 'x', '한국', '1.5');
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), fc.nat(), fc.nat(), (words, one, other) => {
        const from = one % words.length;
        const part = words.slice(from, from + 1 + (other % (words.length - from)));
        expect(found(words.join(' '), `"${part.join(' ')}"`)).toBeDefined();
      }),
    );
  });
});

describe('literal mode', () => {
  it('finds characters as they are, upper and lower case alike, at their place', () => {
    expect(found('İİ Größe ÄÖ', 'größe äö', 'literal')).toBe('Größe ÄÖ');
    expect(found('a  b', 'a b', 'literal')).toBeUndefined();
    expect(found('x\ud83dy', '\ud83d', 'literal')).toBe('\ud83d');
  });

  it('finds every part of a text at a place that says the same', () => {
    fc.assert(
      fc.property(anyText(), fc.nat(), fc.nat(), (text, one, other) => {
        fc.pre(text.trim() !== '');
        const part = somePart(text, one, other);
        fc.pre(part.trim() !== '');
        expect(found(text, part, 'literal')).toHaveLength(part.length);
      }),
      { examples: [['𐒰', 0, 0]] },
    );
  });
});

describe('regex mode', () => {
  it('knows neither case nor one line only, unless it is told', () => {
    expect(found('first\nRetrying now', '^retrying', 'regex')).toBe('Retrying');
    expect(found('Error error', '(?-i)error', 'regex')).toBe('error');
    expect(found('größe 端', '\\p{L}+e \\p{Han}', 'regex')).toBe('größe 端');
    expect(found('abc', 'x*', 'regex')).toBe('');
  });

  it('ends soon where a backtracking engine would not', () => {
    expect(found('a'.repeat(4_000), '(\\w+.)+!', 'regex')).toBeUndefined();
    expect(found('a'.repeat(200), '(a{1,20}){5}!', 'regex')).toBeUndefined();
  });
});
