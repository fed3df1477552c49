import fc from 'fast-check';
import { expect, it } from 'vitest';
import { closestName } from './closest-name.ts';

const names = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{3,20}$/);

it('finds the name behind swapped letters, a missing letter and capitals', () => {
  expect(closestName('lmc', ['compressor', 'lcm'])).toBe('lcm');
  expect(closestName('keep-turn', ['compressor', 'keep-turns'])).toBe('keep-turns');
  expect(closestName('LCM', ['compressor', 'lcm'])).toBe('lcm');
});

it('prefers the nearer of two', () => {
  expect(closestName('keep-turnz', ['keep-burns', 'keep-turns'])).toBe('keep-turns');
});

it('suggests nothing that is as good as another word', () => {
  expect(closestName('foo', ['compressor', 'lcm'])).toBeUndefined();
  expect(closestName('xy', ['ab'])).toBeUndefined();
  expect(closestName('x'.repeat(1_000_000), ['lcm'])).toBeUndefined();
});

it('finds a name behind any one wrong letter', () => {
  fc.assert(
    fc.property(names, fc.nat(), (name, position) => {
      const at = position % name.length;
      expect(closestName(`${name.slice(0, at)}#${name.slice(at + 1)}`, [name])).toBe(name);
    }),
  );
});
