import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseInput } from './parse-input.ts';

const NAMES = ['compress', 'context', 'undo', 'quit'];

describe('parseInput', () => {
  it('sends everything that does not begin with a slash', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 30 }), (text) => {
        fc.pre(text.trim() !== '' && !text.startsWith('/'));
        expect(parseInput(text, NAMES)).toEqual({ kind: 'message', text: text.trim() });
      }),
    );
  });

  it.each([
    ['/undo', { kind: 'command', name: 'undo', args: '' }],
    ['/Compress  the build \n log ', { kind: 'command', name: 'compress', args: 'the build \n log' }],
    ['  ', { kind: 'nothing' }],
    ['/etc/hosts is empty', { kind: 'message', text: '/etc/hosts is empty' }],
    [' /undo is what I ask about', { kind: 'message', text: '/undo is what I ask about' }],
    ['/', { kind: 'message', text: '/' }],
  ])('reads %j', (line, expected) => {
    expect(parseInput(line, NAMES)).toEqual(expected);
  });

  it('suggests the nearest command for one that there is not, and names the way to send it', () => {
    expect(parseInput('/contxt', NAMES)).toEqual({
      kind: 'unknown',
      name: 'contxt',
      detail: 'There is no command /contxt. Did you mean /context? To send it as a message, put a space in front.',
    });
    expect(parseInput('/somewhere', NAMES)).toMatchObject({ detail: expect.stringContaining('See /help.') });
  });
});
