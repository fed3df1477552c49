import { describeContextEngine } from '@hermes-context/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as publicApi from './index.ts';

const { contextEngine } = publicApi;

describeContextEngine('compressor', (services) => contextEngine.create(contextEngine.parseOptions({}), services));
// The same code with other numbers: a part of the conversations shows whether one of them breaks a promise.
describeContextEngine(
  'compressor that protects little',
  (services) => contextEngine.create(contextEngine.parseOptions({ protect_last_n: 4, protect_first_n: 2 }), services),
  { numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 4) },
);

it('exports what the host needs, and nothing else', () => {
  expect(Object.keys(publicApi).toSorted()).toEqual([
    'computeBudget',
    'contextEngine',
    'parseSettings',
    'pruneMessages',
    'summaryBudget',
  ]);
});
