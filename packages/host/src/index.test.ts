import { expect, it } from 'vitest';
import * as publicApi from './index.ts';

it('exports what callers need, and nothing else', () => {
  expect(Object.keys(publicApi).toSorted()).toEqual([
    'HostClosedError',
    'MAX_PIN_CHARS',
    'TurnFailedError',
    'WindowFullError',
    'addSessionPin',
    'chooseRoutes',
    'createHost',
    'customEndpoint',
    'decideTrigger',
    'isAnthropicAddress',
    'listModels',
    'mainEndpoint',
    'removeSessionPin',
    'sessionPins',
  ]);
});
