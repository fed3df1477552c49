import { expect, it } from 'vitest';
import * as runnerless from './checks.ts';
import * as publicApi from './index.ts';

it('exports what authors of engines need, and nothing else', () => {
  expect(Object.keys(publicApi).toSorted()).toEqual([
    'PROMISE_IDS',
    'SUMMARY_FAULTS',
    'codingSession',
    'contextEngineChecks',
    'countFakeTokens',
    'deepFreeze',
    'describeContextEngine',
    'describeSessionStore',
    'echoSummarizer',
    'fakeCodex',
    'faultySummarizer',
    'isSummaryRequest',
    'manualClock',
    'promiseFacts',
    'reportOnEngine',
    'scrambledTranscript',
    'scriptedSummarizer',
    'sessionStoreChecks',
    'startFakeAnthropic',
    'startFakeProvider',
    'startFakeResponses',
    'summaryReply',
    'testServices',
    'transcript',
  ]);
});

it('exports what scripts without a test runner need, and nothing else', () => {
  expect(Object.keys(runnerless).toSorted()).toEqual([
    'PROMISE_IDS',
    'SUMMARY_FAULTS',
    'codingSession',
    'contextEngineChecks',
    'faultySummarizer',
    'isSummaryRequest',
    'promiseFacts',
    'reportOnEngine',
    'startFakeProvider',
    'summaryReply',
  ]);
});
