import type { SummaryRequest } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { echoSummarizer, scriptedSummarizer } from './scripted-summarizer.ts';

const request = (signal = new AbortController().signal): SummaryRequest => ({
  messages: [{ role: 'user', content: 'Fix the tests' }],
  maxTokens: 2_000,
  signal,
});

describe('scriptedSummarizer', () => {
  it('gives its replies in order and remembers the requests', async () => {
    const summarise = scriptedSummarizer([
      '## Goal\nShip it',
      { failure: 'quota', detail: 'No credit left.' },
      ({ messages }) => `${messages.length} messages`,
    ]);
    const asked = request();
    expect(await summarise(asked)).toMatchObject({ kind: 'summary', text: '## Goal\nShip it', source: 'model' });
    expect(await summarise(asked)).toMatchObject({ kind: 'failed', failure: 'quota', detail: 'No credit left.' });
    expect(await summarise(asked)).toMatchObject({ kind: 'summary', text: '1 messages' });
    expect(summarise.requests).toEqual([asked, asked, asked]);
  });

  it('notes each try, with its outcome', async () => {
    const summarise = scriptedSummarizer(['Fine.', { failure: 'timeout' }]);
    expect((await summarise(request())).attempts.map(({ outcome }) => outcome)).toEqual(['ok']);
    expect((await summarise(request())).attempts.map(({ outcome }) => outcome)).toEqual(['timeout']);
  });

  it('complains about a call that the script does not foresee', async () => {
    const summarise = scriptedSummarizer(['once']);
    await summarise(request());
    await expect(summarise(request())).rejects.toThrow('call 2, but the script has 1');
  });

  it('complains about an empty summary, which no summarizer may give', async () => {
    await expect(scriptedSummarizer([' \n'])(request())).rejects.toThrow("{ failure: 'empty' }");
  });

  it("rejects with the signal's reason, before and during a call", async () => {
    const stop = new AbortController();
    const summarise = scriptedSummarizer([
      () => {
        stop.abort('the user left');
        return 'too late';
      },
    ]);
    await expect(summarise(request(stop.signal))).rejects.toBe('the user left');
    await expect(summarise(request(stop.signal))).rejects.toBe('the user left');
    expect(summarise.requests).toHaveLength(2);
  });
});

describe('echoSummarizer', () => {
  it('answers the same to the same request, as often as it is asked', async () => {
    const summarise = echoSummarizer();
    const first = await summarise(request());
    expect(first).toMatchObject({ kind: 'summary', text: expect.stringContaining('1 messages') });
    expect(await summarise(request())).toEqual(first);
    expect(await summarise({ ...request(), previousSummary: '## Goal' })).toMatchObject({
      text: expect.stringContaining('Updated'),
    });
  });
});
