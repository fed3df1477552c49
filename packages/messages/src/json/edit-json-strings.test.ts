import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editJsonStrings } from './edit-json-strings.ts';

describe('editJsonStrings', () => {
  it('leaves a text alone byte for byte where no string changes', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat({ max: 3 }), (compact, indent) => {
        const json = JSON.stringify(JSON.parse(compact), null, indent);
        expect(editJsonStrings(json, () => undefined)).toBe(json);
        expect(editJsonStrings(json, (value) => value)).toBe(json);
      }),
    );
  });

  it('changes every string value and nothing else, as a walk over the parsed value would', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const edited = editJsonStrings(JSON.stringify(value), (text, path) => `${text}\n"${path.join('/')}`);
        expect(JSON.parse(edited)).toEqual(withEditedStrings(JSON.parse(JSON.stringify(value)), []));
      }),
    );
  });

  it('keeps what parsing and writing again would lose', () => {
    const json =
      '{ "ratio" : 1.0, "big": 12345678901234567890, "huge":1e400,\n "b":"keep \\u00e9\\/", "b":"long", "a":[ true , null ] }';

    expect(editJsonStrings(json, (value) => (value === 'long' ? 'short' : undefined))).toBe(
      json.replace('"long"', '"short"'),
    );
  });

  it('keeps the escapes of a string whose value stays', () => {
    expect(editJsonStrings('["\\u0041\\/","x"]', (value) => (value === 'x' ? 'y' : value))).toBe('["\\u0041\\/","y"]');
  });

  it('decodes escapes before it asks, and escapes the answer', () => {
    const asked: string[] = [];
    const edited = editJsonStrings('["\\u0041\\n\\ud83d\\ude00 \\"q\\""]', (value) => {
      asked.push(value);
      return '"\\\t\u0001😀\ud800';
    });

    expect(asked).toEqual(['A\n😀 "q"']);
    expect(edited).toBe('["\\"\\\\\\t\\u0001😀\\ud800"]');
  });

  it('names the place of each string, keys decoded', () => {
    const paths: string[] = [];
    editJsonStrings('{"a\\u0062":[1,["x"],{"c":"y"},"z"],"d":"w"}', (_value, path) => {
      paths.push(path.join('.'));
      return undefined;
    });

    expect(paths).toEqual(['ab.1.0', 'ab.2.c', 'ab.3', 'd']);
  });

  it('never touches keys', () => {
    expect(editJsonStrings('{"key":{"key":"key"}}', () => 'new')).toBe('{"key":{"key":"new"}}');
  });

  it('returns a text that is not JSON as it is, without asking', () => {
    const never = (): string => {
      throw new Error('asked about a text that is not JSON');
    };

    expect(editJsonStrings('{"path": "a.md", "content": "cut of', never)).toBe('{"path": "a.md", "content": "cut of');
  });

  it('edits a string below 100,000 levels', () => {
    const depth = 100_000;
    const nested = (text: string): string => '[{"a":'.repeat(depth) + text + '}]'.repeat(depth);

    expect(editJsonStrings(nested('"deep"'), () => 'x')).toBe(nested('"x"'));
  });
});

function withEditedStrings(value: unknown, path: readonly (string | number)[]): unknown {
  if (typeof value === 'string') return `${value}\n"${path.join('/')}`;
  if (Array.isArray(value)) return value.map((item, index) => withEditedStrings(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withEditedStrings(item, [...path, key])]));
}
