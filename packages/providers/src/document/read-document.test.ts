import { ContextHostError } from '@hermes-context/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EmptyTranscriptError } from '../empty-transcript-error.ts';
import { TranscriptShapeError } from '../transcript-shape-error.ts';
import { TranscriptSyntaxError } from '../transcript-syntax-error.ts';
import { readDocument } from './read-document.ts';

function errorOf(text: string): ContextHostError {
  try {
    readDocument(text);
  } catch (error) {
    if (ContextHostError.is(error)) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

const user = '{"role":"user","content":"hi"}';

describe('readDocument', () => {
  it('cuts out each element byte for byte', () => {
    const values = fc.array(fc.dictionary(fc.string(), fc.jsonValue()));
    fc.assert(
      fc.property(values, fc.constantFrom('messages', 'input'), fc.nat({ max: 3 }), (elements, key, indent) => {
        const text = JSON.stringify({ other: [[1]], [key]: elements, x: { messages: [1] } }, null, indent);
        const { spans, elements: read } = readDocument(text);
        expect(spans.map(({ start, end }) => JSON.parse(text.slice(start, end)))).toEqual(read);
        expect(read).toEqual(JSON.parse(JSON.stringify(elements)));
      }),
    );
  });

  it('takes the last of two equal keys, as JSON.parse does', () => {
    const text = '{"messages":[1,2],"mess\\u0061ges":[{"role":"user"}]}';
    const { spans, elements } = readDocument(text);
    expect(elements).toEqual([{ role: 'user' }]);
    expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(['{"role":"user"}']);
  });

  it.each([
    ['a list', `[${user}]`, 'array'],
    ['a list without messages', '[]', 'array'],
    ['an object', `{"messages":[${user}]}`, 'object'],
    ['an object on a line of its own', `{"messages":[${user}]}\n`, 'object'],
    ['an object without messages', '{"messages":[]}', 'object'],
    ['one message', user, 'jsonl'],
    ['two lines', `${user}\n${user}`, 'jsonl'],
    ['lines behind a byte order mark, with blank ones', `\ufeff\n${user}\r\n \r\n\t${user} \r\n\n`, 'jsonl'],
    ['a line that is an item with an input of its own', '{"type":"custom_tool_call","input":"x"}', 'jsonl'],
    ['a request event with a type', `{"type":"response.create","input":[${user}]}`, 'object'],
  ])('reads %s', (_title, text, container) => {
    expect(readDocument(text).container).toBe(container);
  });

  it('reads "input" as a string', () => {
    expect(readDocument('{"input":"hi"}').elements).toEqual([{ role: 'user', content: 'hi' }]);
  });

  it.each(['', ' \n\t', '\ufeff', '\ufeff\r\n'])('calls %j empty', (text) => {
    expect(errorOf(text)).toBeInstanceOf(EmptyTranscriptError);
  });

  it.each([
    ['a list that is cut off', `[\n${user},\n{"role":"us`, 3, 12],
    ['a comma too many', `[\n  ${user},\n]`, 3, 1],
    ['something behind the end', `{"messages":[]} x`, 1, 17],
    ['a second value behind an indented one', `[\n${user}\n]\n${user}`, 4, 1],
    ['a broken first line', `{"role":"user,"content":"hi"}\n${user}`, 1, 16],
    ['a broken later line', `${user}\n\n  {"role":"user" "content":"hi"}\n${user}`, 3, 18],
    ['a broken line behind a byte order mark', `\ufeff${user}\r\n{"role":}\r\n`, 2, 9],
    ['no JSON at all', 'hello', 1, 1],
  ])('names the place of a syntax error: %s', (_title, text, line, column) => {
    const error = errorOf(text);
    expect(error).toBeInstanceOf(TranscriptSyntaxError);
    expect(error).toMatchObject({ code: 'CTX_TRANSCRIPT_SYNTAX', line, column });
    expect(error.message).toContain(`line ${line}, column ${column}`);
  });

  it.each([
    ['null', 'null', '$', 'null'],
    ['a string', '"x"', '$', 'a string'],
    ['an empty object', '{}', '$', 'an object without keys'],
    ['an object without a list', '{"model":"m","prompt":"p"}', '$', 'an object with the keys "model", "prompt"'],
    ['a message over several lines', '{\n"role":"user"\n}', '$', 'an object with the key "role"'],
    ['messages that are no list', '{"messages":{"a":1}}', 'messages', 'an object with the key "a"'],
    ['input that is no list', '{"input":null}', 'input', 'null'],
    ['a line that is no object', `${user}\n[1]\n`, 'line 2', 'a list of 1'],
    ['a conversation a line', `{"messages":[]}\n{"messages":[]}`, 'line 1', 'a whole conversation'],
  ])('says what stands in the way: %s', (_title, text, path, found) => {
    const error = errorOf(text);
    expect(error).toBeInstanceOf(TranscriptShapeError);
    expect(error).toMatchObject({ code: 'CTX_TRANSCRIPT_SHAPE', path, found });
    expect(error.explanation.fix).not.toBe('');
  });

  it('lists the accepted forms where a root is none of them', () => {
    expect(errorOf('{"prompt":"p"}').message).toMatch(/"messages".*"input".*JSON Lines/s);
  });

  it('refuses a file that nests without end', () => {
    const text = `[${'['.repeat(100_000)}${']'.repeat(100_000)}]`;
    expect(errorOf(text)).toMatchObject({ code: 'CTX_TRANSCRIPT_SHAPE' });
  });
});
