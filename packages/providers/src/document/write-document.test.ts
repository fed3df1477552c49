import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocument } from './read-document.ts';
import { type WirePiece, writeDocument } from './write-document.ts';

const element = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue({ maxDepth: 2 }), { minKeys: 2 });
const noMembers = new Map<string, unknown>();

/** The pieces that replace one element of many. */
function replacing(count: number, at: number, value: unknown): readonly WirePiece[] {
  return [
    { kind: 'source', start: 0, end: at },
    { kind: 'new', value },
    { kind: 'source', start: at + 1, end: count },
  ];
}

describe('writeDocument', () => {
  it('writes a replaced element as the serialiser of the file would have', () => {
    const indents = fc.constantFrom(undefined, 1, 2, 4, '\t');
    fc.assert(
      fc.property(fc.array(element, { minLength: 2 }), element, fc.nat(), indents, (elements, value, seed, indent) => {
        const at = 1 + (seed % (elements.length - 1));
        const document = readDocument(JSON.stringify({ id: 'x', messages: elements, end: 1 }, null, indent));
        const written = writeDocument(document, { pieces: replacing(elements.length, at, value), members: noMembers });
        const expected = { id: 'x', messages: elements.with(at, value), end: 1 };
        expect(written).toBe(JSON.stringify(expected, null, indent));
      }),
    );
  });

  it('follows the style that Python writes by default, escapes included', () => {
    const document = readDocument('{"messages": [{"role": "user", "content": "caf\\u00e9"}], "n": 1}');
    const added: WirePiece = { kind: 'new', value: { role: 'user', content: 'ü' } };
    const written = writeDocument(document, {
      pieces: [{ kind: 'source', start: 0, end: 1 }, added],
      members: noMembers,
    });
    expect(written).toBe(
      '{"messages": [{"role": "user", "content": "caf\\u00e9"}, {"role": "user", "content": "\\u00fc"}], "n": 1}',
    );
  });

  it('writes JSON Lines with the line end of the file, and one line for what is new', () => {
    const document = readDocument('{"role":"user","content":"a"}\r\n\r\n{"role":"user","content":"b"}\r\n');
    const written = writeDocument(document, {
      pieces: [
        { kind: 'source', start: 0, end: 2 },
        { kind: 'new', value: { role: 'user', content: 'c\nd' } },
      ],
      members: noMembers,
    });
    expect(written).toBe(
      '{"role":"user","content":"a"}\r\n\r\n{"role":"user","content":"b"}\r\n{"role":"user","content":"c\\nd"}\r\n',
    );
  });

  it('fills an empty list and empties a full one', () => {
    const added: readonly WirePiece[] = [{ kind: 'new', value: { role: 'user' } }];
    expect(writeDocument(readDocument('[ ]\n'), { pieces: added, members: noMembers })).toBe('[{"role":"user"}]\n');
    const full = readDocument('{"messages":[\n{"role":"user"}\n], "n":1}');
    expect(writeDocument(full, { pieces: [], members: noMembers })).toBe('{"messages":[], "n":1}');
  });

  it.each([
    ['changes a member in place', '{ "system" : "a",\n "messages": [] }', 'b', '{ "system" : "b",\n "messages": [] }'],
    ['adds one in front of the list', '{\n  "messages": []\n}', 'b', '{\n  "system":"b",\n  "messages": []\n}'],
    ['adds one in a compact file', '{"messages":[],"n":1}', 'b', '{"system":"b","messages":[],"n":1}'],
    ['removes the first one', '{ "system": "a", "messages": [] }', undefined, '{ "messages": [] }'],
    ['removes the last one', '{ "messages": [], "system": "a,b" }', undefined, '{ "messages": [] }'],
    ['leaves alone what is not there', '{ "messages": [] }', undefined, '{ "messages": [] }'],
  ])('%s', (_title, text, value, expected) => {
    const members = new Map([['system', value]]);
    expect(writeDocument(readDocument(text), { pieces: [], members })).toBe(expected);
  });
});
