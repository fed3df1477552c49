import { readTranscript } from '@hermes-context/providers';
import { describe, expect, it } from 'vitest';
import { nameFile } from './name-file.ts';
import { printError } from './print-error.ts';
import { InputError } from './usage-error.ts';

function errorOf(text: string): unknown {
  try {
    return readTranscript(text);
  } catch (error) {
    return error;
  }
}

function printed(error: unknown): { readonly code: number; readonly err: string } {
  let err = '';
  const io = {
    out: () => undefined,
    err: (text: string) => {
      err += text;
    },
    isTerminal: false,
    env: {},
    cwd: '/',
    readStdin: async () => '',
  };
  return { code: printError(error, { io, json: false }), err };
}

describe('naming the file of an error', () => {
  it.each([
    ['', 'CTX_TRANSCRIPT_EMPTY'],
    ['[ oops', 'CTX_TRANSCRIPT_SYNTAX'],
    ['{"messages": 7}', 'CTX_TRANSCRIPT_SHAPE'],
  ])('puts the file in front and keeps the code, for %j', (text, code) => {
    const named = nameFile(errorOf(text), 'chats/a.json');
    expect(named).toMatchObject({ code, cause: { code } });
    expect(printed(named)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^hermes: chats\/a\.json: (The transcript|messages) is /),
    });
  });

  it('names standard input in words, and nothing twice', () => {
    const named = nameFile(errorOf(''), '-');
    expect(nameFile(named, '-')).toBe(named);
    expect(printed(named).err).toContain('hermes: standard input: The transcript is empty.');
  });

  it('leaves other errors alone', () => {
    const other = new InputError({ what: 'a', why: 'b', fix: 'c' });
    for (const error of [other, new Error('x'), 'text', undefined]) expect(nameFile(error, 'a.json')).toBe(error);
  });
});
