import { expect, it } from 'vitest';
import * as publicApi from './index.ts';

it('S-010 exports resolveModelThreshold for plug-in engines, beside the facts', () => {
  expect(Object.keys(publicApi).toSorted()).toEqual([
    'DEFAULT_CONTEXT_TOKENS',
    'MODEL_FACTS',
    'SMALL_CONTEXT_FLOOR_RATIO',
    'SMALL_CONTEXT_TOKENS',
    'findModelFacts',
    'resolveModel',
    'resolveModelThreshold',
  ]);
});
