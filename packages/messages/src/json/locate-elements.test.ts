import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonSyntaxError } from './json-syntax-error.ts';
import { locateElements } from './locate-elements.ts';

const cut = (text: string, path: readonly string[]): readonly string[] | undefined =>
  locateElements(text, path)?.map(({ start, end }) => text.slice(start, end));

describe('locateElements', () => {
  it('cuts out what JSON.parse reads, at any depth and indent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        fc.array(fc.string(), { maxLength: 3 }),
        fc.nat({ max: 3 }),
        (elements, path, indent) => {
          const root = path.reduceRight<unknown>(
            (inner, key) => Object.fromEntries([...[['other', [[1], { x: [] }]]], [key, inner]]),
            elements,
          );
          const text = JSON.stringify(root, null, indent);
          expect(cut(text, path)?.map((slice) => JSON.parse(slice))).toEqual(JSON.parse(JSON.stringify(elements)));
        },
      ),
    );
  });

  it('keeps the bytes of each element', () => {
    expect(cut('{"id":"x", "messages": [ {"a" : 1.0}, [2 ,3],"four", -5e1 , null ]}', ['messages'])).toEqual([
      '{"a" : 1.0}',
      '[2 ,3]',
      '"four"',
      '-5e1',
      'null',
    ]);
  });

  it('finds the elements of the root', () => {
    expect(cut('[1, {"a":[2]} ]', [])).toEqual(['1', '{"a":[2]}']);
  });

  it('reads keys with escapes', () => {
    expect(cut('{"m\\u0065ssages":[1],"me\\\\":[2]}', ['messages'])).toEqual(['1']);
    expect(cut('{"a\\\\b":[1]}', ['a\\b'])).toEqual(['1']);
  });

  it('takes the last of two keys, as JSON.parse does', () => {
    expect(cut('{"a":{"m":[1]},"a":{"m":[2,3]}}', ['a', 'm'])).toEqual(['2', '3']);
    expect(cut('{"a":{"m":[1]},"a":{}}', ['a', 'm'])).toBeUndefined();
    expect(cut('{"m":[1],"m":null}', ['m'])).toBeUndefined();
  });

  it('is not misled by the same key elsewhere', () => {
    expect(cut('{"x":{"m":[1]},"y":[{"m":[2]}],"m":[{"m":[3]}]}', ['m'])).toEqual(['{"m":[3]}']);
    expect(cut('[{"m":[1]}]', ['m'])).toBeUndefined();
  });

  it('tells no array from an empty one', () => {
    expect(cut('{"m":[]}', ['m'])).toEqual([]);
    expect(cut('{"m":{"a":[1]}}', ['m'])).toBeUndefined();
    expect(cut('{"n":[1]}', ['m'])).toBeUndefined();
  });

  it('names the line of a break', () => {
    expect(() => locateElements('{"m":[1,\n2,,3]}', ['m'])).toThrow(JsonSyntaxError);
    expect(() => locateElements('{"m":[1,\n2,,3]}', ['m'])).toThrow(/line 2, column 3/);
  });
});
