import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonStyle } from './json-style.ts';
import { renderJson } from './render-json.ts';

const style: JsonStyle = {
  indent: undefined,
  baseIndent: '',
  newline: '\n',
  colon: ':',
  comma: ',',
  isAscii: false,
  separator: ',',
};

describe('renderJson', () => {
  it('writes what JSON.stringify writes, compact and indented', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(1, 2, 4), (value, width) => {
        expect(renderJson(value, { style, indent: '' })).toBe(JSON.stringify(value));
        const pretty = { ...style, indent: ' '.repeat(width), colon: ': ' };
        expect(renderJson(value, { style: pretty, indent: '' })).toBe(JSON.stringify(value, null, width));
      }),
    );
  });

  it('escapes what is above ASCII where the file does, and means the same', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 1 }), (value) => {
        const text = renderJson(value, { style: { ...style, isAscii: true }, indent: '' });
        expect(text).toMatch(/^[ -~]*$/);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('leaves out members that are undefined', () => {
    expect(renderJson({ a: undefined, b: [1, undefined] }, { style, indent: '' })).toBe('{"b":[1,null]}');
  });

  it('writes a value that was read as it stood there', () => {
    const block = { n: 1 };
    const sourceOf = (value: object): string | undefined => (value === block ? '{ "n": 1.0 }' : undefined);
    expect(renderJson({ content: [block] }, { style, indent: '', sourceOf })).toBe('{"content":[{ "n": 1.0 }]}');
  });
});
