import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closestName } from './closest-name.ts';

const known = ['compression', 'context', 'prompt_caching', 'plugins'];

describe('the closest name', () => {
  it('is the one with a slip of two keys or fewer', () => {
    expect(closestName('compresion', known)).toBe('compression');
    expect(closestName('contxet', known)).toBe('context');
    expect(closestName('pluins', known)).toBe('plugins');
    expect(closestName('cmprssn', known)).toBeUndefined();
  });

  it('is the one with the same letters, however they are written', () => {
    expect(closestName('PromptCaching', known)).toBe('prompt_caching');
    expect(closestName('prompt-caching', known)).toBe('prompt_caching');
  });

  it('does not turn a name of two letters into another', () => {
    expect(closestName('xy', ['5m', '1h'])).toBeUndefined();
    expect(closestName('5', ['5m', '1h'])).toBeUndefined();
    expect(closestName('5M', ['5m', '1h'])).toBe('5m');
  });

  it('finds a known name again after any one edit', () => {
    const name = fc.stringMatching(/^[a-z]{6,20}$/);
    fc.assert(
      fc.property(name, fc.nat({ max: 5 }), fc.constantFrom('drop', 'double', 'replace'), (word, at, edit) => {
        const middle = { drop: '', double: word.slice(at, at + 1).repeat(2), replace: '#' }[edit];
        expect(closestName(word.slice(0, at) + middle + word.slice(at + 1), ['unrelated_entry', word])).toBe(word);
      }),
    );
  });

  it('answers at once for a name as long as a book', () => {
    expect(closestName('x'.repeat(1_000_000), known)).toBeUndefined();
  });
});
