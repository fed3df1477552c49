import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { renderEntry, renderInline } from './render-inline.ts';

/** Texts that YAML gives a meaning. */
const loaded = fc.constantFrom(
  ...[
    '',
    ' ',
    'yes',
    'Off',
    'null',
    '~',
    '1e3',
    '0o17',
    '017',
    '12:30',
    '2024-01-01',
    '1_000',
    '.inf',
    '<<',
    '=',
    '- a',
  ],
  ...[
    'a: b',
    'a #b',
    '#',
    '&a',
    '*a',
    '!a',
    '|',
    '>',
    '%a',
    '@a',
    '`a',
    '{a}',
    '[a]',
    'a,b',
    'a:',
    ':a',
    '---',
    '...',
    '?',
  ],
  ...[
    "it's",
    '"',
    'a\nb',
    '\ttab',
    '\u0085',
    '\u2028',
    '\uFEFF',
    '\u0000',
    '\ud83d',
    '😀',
    'é',
    'http://h:1/x?y=z',
    'C:\\x',
  ],
);
const text = fc.oneof(loaded, fc.string(), fc.string({ unit: 'grapheme' }));
const value = fc.oneof(
  text,
  fc.double(),
  fc.constantFrom(null, true, false, 1e21, 1e-7, -0),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(text, text, { maxKeys: 3, noNullPrototype: true }),
);

describe('a value on one line', () => {
  it('is read back as what it is, by YAML 1.2 and 1.1, between braces or not, in whatever quotes', () => {
    const place = fc.record({ isInFlow: fc.boolean(), quotes: fc.constantFrom('plain' as const, 'single', 'double') });
    fc.assert(
      fc.property(text, value, place, (key, each, where) => {
        const entry = renderEntry(key, each, where);
        expect(entry).not.toMatch(/[\r\n]/);
        const file = where.isInFlow ? `{ a: 1, ${entry}, b: 2 }\n` : `${entry} # c\n`;
        const expected = where.isInFlow ? { a: 1, ...{ [key]: each }, b: 2 } : { [key]: each };
        fc.pre(!where.isInFlow || (key !== 'a' && key !== 'b'));
        for (const version of ['1.2', '1.1'] as const) {
          expect(parse(file, { version, logLevel: 'error', merge: false })).toStrictEqual(expected);
        }
      }),
    );
  });

  it.each([
    ['keep-turns', 'keep-turns'],
    ['claude-sonnet-5', 'claude-sonnet-5'],
    ['two words', 'two words'],
    ['http://localhost:8080/v1', 'http://localhost:8080/v1'],
    ['~/engines', '~/engines'],
    ['off', '"off"'],
    ['0.5', '"0.5"'],
    ['a: b', '"a: b"'],
    ['', '""'],
    ['one\ntwo', '"one\\ntwo"'],
    [0.6, '0.6'],
    [1e-7, '1.0e-7'],
    [Number.POSITIVE_INFINITY, '.inf'],
    [[], '[]'],
    [['a', 1, null], '[a, 1, null]'],
    [{}, '{}'],
    [{ a: 'http://x', b: ['y z'] }, '{ a: "http://x", b: [y z] }'],
  ])('%j is written %s', (each, expected) => {
    expect(renderInline(each, { isInFlow: false })).toBe(expected);
  });
});
