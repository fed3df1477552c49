import { expect, it } from 'vitest';
import * as publicApi from './index.ts';

it('exports what authors of engines need, and nothing else', () => {
  expect(Object.keys(publicApi).toSorted()).toEqual([
    'contextEngineChecks',
    'deepFreeze',
    'describeContextEngine',
    'echoSummarizer',
    'manualClock',
    'scrambledTranscript',
    'scriptedSummarizer',
    'startFakeProvider',
    'testServices',
    'transcript',
  ]);
});
