import { expect, it } from 'vitest';
import * as publicApi from './index.ts';

it('exports types, two errors, defineContextEngine and isUnchangedReason', () => {
  expect(Object.keys(publicApi).toSorted()).toEqual([
    'ContextHostError',
    'InvalidOptionError',
    'defineContextEngine',
    'isUnchangedReason',
  ]);
});

it('freezes what a plug-in declares', () => {
  const plugin = publicApi.defineContextEngine({
    name: 'none',
    version: '1.0.0',
    contract: 1,
    description: 'Does nothing.',
    parseOptions: () => ({}),
    create: () => {
      throw new Error('never made here');
    },
  });
  expect(Object.isFrozen(plugin)).toBe(true);
});

it('knows the reasons of the contract, and no others', () => {
  expect(['pinned', 'engine-failed'].every(publicApi.isUnchangedReason)).toBe(true);
  expect(['tired', 'toString', '', null, undefined, 5].some(publicApi.isUnchangedReason)).toBe(false);
});
