import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { foldCase } from './fold-case.ts';
import { type Needs, regexNeeds } from './regex-needs.ts';

/** Whether a text holds what an expression needs. */
function holds(text: string, needs: Needs): boolean {
  switch (needs.kind) {
    case 'any':
      return true;
    case 'literal':
      return foldCase(text).includes(foldCase(needs.literal));
    case 'all':
      return needs.parts.every((part) => holds(text, part));
    case 'some':
      return needs.parts.some((part) => holds(text, part));
  }
}

function literal(text: string): Needs {
  return { kind: 'literal', literal: text };
}

const parts = [
  'abc',
  'abcd',
  'xyz',
  'k',
  's',
  'é',
  '端到端',
  'θab',
  'ǆab',
  '(',
  '(?:',
  '(?i)',
  '(?P<n>',
  ')',
  '|',
  '*',
  '+',
  '?',
  '{2}',
  '{0,3}',
  '{1,}',
  '*?',
];
const odd = [
  '[abc]',
  '[^]a]',
  '[[:alpha:]x]',
  '[\\]]',
  '.',
  '^',
  '$',
  '\\b',
  '\\d',
  '\\.',
  '\\x41',
  '\\x{1F600}',
  '\\pL',
  '\\p{Greek}',
  '\\101',
  '\\Qab.c\\E',
  '\n',
];
const patterns = fc.array(fc.constantFrom(...parts, ...odd), { maxLength: 10 }).map((list) => list.join(''));
const texts = fc
  .array(
    fc.constantFrom(
      'abc',
      'ABCD',
      'abcd',
      'xyz',
      'K',
      'ſ',
      'K',
      's',
      'É',
      '端到端',
      'ϑab',
      'ǅab',
      ']',
      'A',
      'a',
      ' ',
      '\n',
      '.',
      '(',
    ),
    { maxLength: 12 },
  )
  .map((list) => list.join(''));

describe('regexNeeds', () => {
  it('never needs what a matching text lacks', () => {
    fc.assert(
      fc.property(patterns, texts, (pattern, text) => {
        const compiled = compile(pattern);
        fc.pre(compiled !== undefined);
        if (compiled?.matcher(text).find()) expect(holds(text, regexNeeds(pattern)), pattern).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it('reads the literals of an expression', () => {
    expect(regexNeeds('error code E1\\d{3}')).toEqual(literal('error code E1'));
    expect(regexNeeds('^(needle|thread)_\\d+')).toEqual({
      kind: 'some',
      parts: [literal('needle'), literal('thread')],
    });
    expect(regexNeeds('src/.*\\.test\\.ts')).toEqual({ kind: 'all', parts: [literal('src/'), literal('.test.ts')] });
    expect(regexNeeds('colou?rs')).toEqual(literal('colo'));
    expect(regexNeeds('端到端.+灰度')).toEqual(literal('端到端'));
    expect(regexNeeds('(?:abc)?x')).toEqual({ kind: 'any' });
    expect(regexNeeds('abc|\\d+')).toEqual({ kind: 'any' });
    expect(regexNeeds('[abc]+')).toEqual({ kind: 'any' });
  });
});

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE);
  } catch {
    return undefined;
  }
}
