import type { Summarise } from '@hermes-context/contract';
import { echoSummarizer, scriptedSummarizer } from '../scripted-summarizer.ts';
import { BrokenPromise } from './broken.ts';

/** A summarizer that counts, and stops answering when it was asked too often. */
export interface MeteredSummarizer {
  readonly summarise: Summarise;
  /** Rejects once there was a call too many; stays pending otherwise. */
  readonly exceeded: Promise<never>;
}

/** Answers `limit` calls, with a summary or with a failure. */
export function meteredSummarizer({
  limit,
  fails,
}: {
  readonly limit: number;
  readonly fails: boolean;
}): MeteredSummarizer {
  const answer = fails ? failing : echoSummarizer();
  const { promise: exceeded, reject } = Promise.withResolvers<never>();
  exceeded.catch(() => undefined); // whoever races with it hears of it; nobody need
  let callCount = 0;
  const summarise: Summarise = (request) => {
    callCount += 1;
    if (callCount <= limit) return answer(request);
    reject(new BrokenPromise(`One compaction asked for more than ${limit} summaries.`));
    // To go on would let a loop without end starve everything else.
    return new Promise(() => undefined);
  };
  return { summarise, exceeded };
}

const failing: Summarise = (request) => scriptedSummarizer([{ failure: 'overload' }])(request);
