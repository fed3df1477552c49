import { describe, expect, it } from 'vitest';
import { untilAborted } from '../until-aborted.ts';
import { BackgroundSummaries, type BackgroundTools } from './background-summaries.ts';

/** What was told, in order. */
function summaries(given: Partial<BackgroundTools> = {}) {
  const told: string[] = [];
  const background = new BackgroundSummaries({
    prepare: async () => ({ id: 'sum_1', wonTokens: 10 }),
    improve: async () => void told.push('improved'),
    onReady: (tokens) => void told.push(`ready: ${tokens}`),
    onFailed: (error) => void told.push(`failed: ${error instanceof Error ? error.message : 'unknown'}`),
    ...given,
  });
  return { background, told };
}

/** Once all that can happen without a clock has happened. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('summaries behind the turns', () => {
  it('are made until they win enough, each followed by what makes the others better', async () => {
    const { background, told } = summaries();
    background.start(25);
    await quiet();
    expect(told).toEqual(['improved', 'improved', 'improved', 'ready: 30']);
    expect(background.isReady).toBe(true);
  });

  it('do not let a request wait for what makes others better', async () => {
    const { background, told } = summaries({
      improve: (signal) => untilAborted(signal, new Promise<never>(() => undefined)),
    });
    background.start(5);
    await quiet();
    await background.settled();
    expect(told).toEqual([]);
    await background.stop();
  });

  it('count although making others better fails', async () => {
    const { background, told } = summaries({ improve: () => Promise.reject(new Error('The disk is full.')) });
    background.start(10);
    await quiet();
    expect(told).toEqual(['failed: The disk is full.', 'ready: 10']);
    expect(background.isReady).toBe(true);
  });
});
