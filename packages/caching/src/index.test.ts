import { expect, it } from 'vitest';
import * as publicApi from './index.ts';

it('exports what callers need, and nothing else', () => {
  expect(Object.keys(publicApi).toSorted()).toEqual([
    'CACHE_STRATEGIES',
    'applyPlan',
    'bestBatchTokens',
    'blocksOf',
    'breakEven',
    'cachePolicy',
    'cachePrices',
    'chooseTtl',
    'createAnthropicCache',
    'createOpenAiCache',
    'createPromptCache',
    'describeBreakEven',
    'describeCachePolicy',
    'findModelFamily',
    'findRoute',
    'firstDifference',
    'planPeat',
    'planSystemAnd3',
    'promptCost',
    'pruneDecision',
    'recordedSteps',
    'replay',
    'stripMarkers',
  ]);
});
