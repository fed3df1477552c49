import { expect, it } from 'vitest';
import * as publicApi from './index.ts';

it('exports what authors of engines need, and nothing else', () => {
  expect(Object.keys(publicApi).toSorted()).toEqual([
    'PROMISE_IDS',
    'SUMMARY_FAULTS',
    'contextEngineChecks',
    'deepFreeze',
    'describeContextEngine',
    'describeSessionStore',
    'echoSummarizer',
    'faultySummarizer',
    'manualClock',
    'promiseFacts',
    'reportOnEngine',
    'scrambledTranscript',
    'scriptedSummarizer',
    'sessionStoreChecks',
    'startFakeProvider',
    'testServices',
    'transcript',
  ]);
});
