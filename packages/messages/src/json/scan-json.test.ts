import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, isValidJson, jsonKind } from './json-kind.ts';
import { JsonSyntaxError } from './json-syntax-error.ts';
import { type JsonListener, scanJson } from './scan-json.ts';

/** Texts close to JSON: a document with one character dropped, doubled or replaced. */
const nearlyJson = fc
  .record({
    document: fc.json(),
    place: fc.nat(),
    insert: fc.constantFrom('', '"', '\\', '{', ']', ',', ':', '0', '-', '.', 'e', '\n', '\u0001', ' ', 't'),
    dropCount: fc.nat({ max: 2 }),
  })
  .map(({ document, place, insert, dropCount }) => {
    const at = place % (document.length + 1);
    return document.slice(0, at) + insert + document.slice(at + dropCount);
  });

describe('scanJson', () => {
  it('accepts exactly what JSON.parse accepts', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), nearlyJson, fc.string()), (text) => {
        expect(isValidJson(text)).toBe(parses(text));
      }),
    );
  });

  it.each([
    '',
    ' ',
    '01',
    '-',
    '-a',
    '1.',
    '.5',
    '1e',
    '1e+',
    '+1',
    'tru',
    'nulll',
    'NaN',
    '[1,]',
    '[,1]',
    '{"a":1,}',
    '{a:1}',
    '{"a" 1}',
    '{"a":}',
    '[1}',
    '1 2',
    '"\\x"',
    '"\\u12g4"',
    '"\\',
    '"a',
    '"\t"',
    '\u00a01',
    '[',
    '{',
    ']',
  ])('refuses %j as JSON.parse does', (text) => {
    expect(parses(text)).toBe(false);
    expect(isValidJson(text)).toBe(false);
  });

  it.each(['-0', '0.0', '1E-7', '1e400', '12345678901234567890', '"\\ud83d"', '"\u007f"', ' \r\n\t[ ] ', '{"":{}}'])(
    'reads %j as JSON.parse does',
    (text) => {
      expect(parses(text)).toBe(true);
      expect(isValidJson(text)).toBe(true);
    },
  );

  it('tells of each piece by its place', () => {
    expect(piecesOf('{"a": [1.0, "x\\n"], "b": null}')).toEqual([
      'open object',
      'key "a"',
      'open array',
      'number 1.0',
      'string "x\\n"',
      'close to 18',
      'key "b"',
      'null null',
      'close to 30',
    ]);
  });

  it('takes no stack by depth', () => {
    const depth = 100_000;
    expect(isValidJson('['.repeat(depth) + ']'.repeat(depth))).toBe(true);
    expect(isValidJson('{"a":'.repeat(depth) + '}'.repeat(depth))).toBe(false);
  });

  it('says line, column and what was expected', () => {
    const error = errorOf('{\n  "a": 1\n  "b": 2\n}');

    expect(error).toMatchObject({ line: 3, column: 3, offset: 13, expected: '"," or "}"', code: 'CTX_JSON_SYNTAX' });
    expect(error?.message).toContain('line 3, column 3');
  });

  it('says where a text that was cut off ends', () => {
    expect(errorOf('{"a": "cut of')).toMatchObject({ line: 1, column: 14, offset: 13, expected: 'a closing quote' });
    expect(errorOf('{"a": "cut of')?.message).toContain('the text ends there');
    expect(errorOf('["\\')).toMatchObject({ offset: 3 });
    expect(errorOf('["\\u12')).toMatchObject({ offset: 6 });
    expect(errorOf('')).toMatchObject({ offset: 0, expected: 'a value' });
  });

  it('counts a raw line break inside a string to the line that it ends', () => {
    expect(errorOf('[1,\n"a\nb"]')).toMatchObject({ line: 2, column: 3, offset: 6 });
  });

  it('keeps the text out of its errors', () => {
    expect(errorOf('{"password": hunter2}')?.message).not.toContain('hunter2');
  });
});

describe('jsonKind', () => {
  it.each([
    ['{"a":[1]}', 'object'],
    [' [1,{}]', 'array'],
    ['"{}"', 'string'],
    ['-1', 'number'],
    ['false', 'boolean'],
    ['null', 'null'],
    ['{"a"', 'invalid'],
  ])('reads %j as %s', (text, kind) => {
    expect(jsonKind(text)).toBe(kind);
  });

  it('knows the arguments that a provider takes', () => {
    expect(['{}', '[]', '', '{"a":1}'].map(isJsonObject)).toEqual([true, false, false, true]);
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function errorOf(text: string): JsonSyntaxError | undefined {
  try {
    scanJson(text, {});
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
  return undefined;
}

function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  const listener: JsonListener = {
    open: (kind) => pieces.push(`open ${kind}`),
    close: (end) => pieces.push(`close to ${end}`),
    key: (start, end) => pieces.push(`key ${text.slice(start, end)}`),
    scalar: (kind, start, end) => pieces.push(`${kind} ${text.slice(start, end)}`),
  };
  scanJson(text, listener);
  return pieces;
}
