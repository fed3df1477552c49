import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BUILT_IN_COMMAND_NAMES, isCommandName, toCommandName } from './command-name.ts';

it.each([
  ['notes', 'notes'],
  ['/notes', 'notes'],
  [' /Show My Notes ', 'show-my-notes'],
  ['//notes', '/notes'],
])('reads %j as %j', (given, name) => {
  expect(toCommandName(given)).toBe(name);
});

it('knows a command by one name, whatever way it is written', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const name = toCommandName(text);
      if (isCommandName(name)) {
        for (const same of [name, `/${name}`, ` ${name.toUpperCase()} `]) expect(toCommandName(same)).toBe(name);
      }
    }),
  );
});

it('never lets through what could not be typed as one word', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('/', '.', '\\', '\u001b', 'ü'), fc.string(), (before, odd, after) => {
      expect(isCommandName(toCommandName(`x${before}${odd}${after}x`))).toBe(false);
    }),
  );
});

it('keeps the names of the host such that a plug-in could have them', () => {
  expect(BUILT_IN_COMMAND_NAMES.filter((name) => toCommandName(name) !== name || !isCommandName(name))).toEqual([]);
});
