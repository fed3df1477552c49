import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isEngineName } from './engine-name.ts';

it('accepts names that are one safe part of a path', () => {
  expect(['lcm', 'keep-turns', 'a', '0', 'a_b', 'x'.repeat(64)].filter((name) => !isEngineName(name))).toEqual([]);
});

it('refuses everything else', () => {
  const bad = [
    '',
    '..',
    '../../evil',
    'a/b',
    'a\\b',
    'LCM',
    '-a',
    '_a',
    '.a',
    'a b',
    'lcm\n',
    'a\0',
    'ü',
    'x'.repeat(65),
    7,
  ];
  expect(bad.filter(isEngineName)).toEqual([]);
});

it('never lets a separator, a dot or a capital through', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom('/', '\\', '.', ':', '\0', '\n', 'A'),
      fc.string(),
      (before, odd, after) => {
        expect(isEngineName(before + odd + after)).toBe(false);
      },
    ),
  );
});
