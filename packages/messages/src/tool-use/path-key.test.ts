import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathKey } from './path-key.ts';

describe('pathKey', () => {
  it.each([
    ['./src/a.ts', 'src/a.ts'],
    ['src//x/../a.ts', 'src/a.ts'],
    ['/work/src/a.ts', 'src/a.ts'],
    ['/work/src/', 'src'],
    ['/work', '.'],
    ['/workshop/a.ts', '/workshop/a.ts'],
    ['../a.ts', '../a.ts'],
    ['/../etc/x', '/etc/x'],
    ['~/notes.md', '~/notes.md'],
    ['file:///work/a.ts', 'a.ts'],
    [String.raw`D:\work\a.ts`, 'd:/work/a.ts'],
    [String.raw`src\a.ts`, 'src/a.ts'],
  ])('makes %j %j', (path, key) => {
    expect(pathKey(path, '/work/')).toBe(key);
  });

  it('is the key of itself', () => {
    const parts = fc.array(fc.constantFrom('a', 'b.ts', '.', '..', '', '~', 'C:', '\\'), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(parts, (names) => {
        const key = pathKey(names.join('/'));
        expect(pathKey(key)).toBe(key);
      }),
    );
  });
});
