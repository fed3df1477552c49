import { describeContextEngine } from '@hermes-context/testing';
import { expect, it } from 'vitest';
import * as publicApi from './index.ts';

const { contextEngine } = publicApi;

describeContextEngine('compressor', (services) => contextEngine.create(contextEngine.parseOptions({}), services));
describeContextEngine('compressor that protects little', (services) =>
  contextEngine.create(contextEngine.parseOptions({ protect_last_n: 4, protect_first_n: 2 }), services),
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
