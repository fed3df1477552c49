import type { SummaryRequest } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { faultySummarizer, SUMMARY_FAULTS, type SummaryFault } from './faulty-summarizer.ts';

const request = (signal = new AbortController().signal): SummaryRequest => ({
  messages: [
    { role: 'user', content: 'Fix the tests' },
    { role: 'assistant', content: null },
  ],
  maxTokens: 2_000,
  signal,
});

describe('faultySummarizer', () => {
  it('fails as told, one fault a call, and works afterwards', async () => {
    const summarise = faultySummarizer(['quota', 'reject', 'throw']);
    expect(await summarise(request())).toMatchObject({ kind: 'failed', failure: 'quota' });
    await expect(summarise(request())).rejects.toThrow('The summarizer rejected.');
    expect(() => summarise(request())).toThrow('The summarizer threw.');
    expect(await summarise(request())).toMatchObject({ kind: 'summary', text: expect.stringContaining('2 messages') });
  });

  it.each<[SummaryFault, RegExp]>([
    ['blank-text', /^$/],
    ['white-space-text', /^\s+$/],
    ['refusal-text', /cannot help/],
    ['cut-text', /[a-z]$/],
    ['tool-call-text', /^<tool_call>/],
    ['echo-text', /^Fix the testsFix the tests\n/],
  ])('gives %s as if it were a summary', async (fault, text) => {
    expect(await faultySummarizer([fault])(request())).toMatchObject({
      kind: 'summary',
      text: expect.stringMatching(text),
    });
  });

  it('waits until the signal aborts, then rejects with its reason', async () => {
    const stop = new AbortController();
    const hanging = faultySummarizer(['hang', 'hang']);
    const waiting = hanging(request(stop.signal));
    stop.abort('the user left');
    await expect(waiting).rejects.toBe('the user left');
    await expect(hanging(request(stop.signal))).rejects.toBe('the user left');
  });

  it('knows every way in which a provider fails', async () => {
    for (const fault of SUMMARY_FAULTS.filter((each) => !/hang|throw|reject|-text$/.test(each)))
      expect(await faultySummarizer([fault])(request())).toMatchObject({ kind: 'failed', failure: fault });
  });
});
