import { expect, it } from 'vitest';
import * as publicApi from './index.ts';

it('exports what callers need, and nothing else', () => {
  expect(Object.keys(publicApi).toSorted()).toEqual([
    'HostClosedError',
    'TurnFailedError',
    'WindowFullError',
    'chooseRoutes',
    'createHost',
    'customEndpoint',
    'decideTrigger',
    'isAnthropicAddress',
    'listModels',
    'mainEndpoint',
  ]);
});
