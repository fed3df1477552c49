import { expect, it } from 'vitest';
import * as publicApi from './index.ts';

it('exports types, two errors and defineContextEngine', () => {
  expect(Object.keys(publicApi).toSorted()).toEqual(['ContextHostError', 'InvalidOptionError', 'defineContextEngine']);
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
