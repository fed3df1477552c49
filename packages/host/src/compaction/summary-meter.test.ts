import type { Message, Summarise, SummaryRequest, SummaryResult } from '@hermes-context/contract';
import { redactSecrets } from '@hermes-context/messages';
import { scriptedSummarizer, transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callOf } from '../scripted-model.fixture.ts';
import { meterSummaries } from './summary-meter.ts';

/** As GitHub makes them; of no account. */
const SECRET = `ghp_${'a1B2c3D4'.repeat(4)}a1B2`;
const LEAK = `token ${SECRET} used`;
const { signal } = new AbortController();

function requestOf(messages: readonly Message[], more: Partial<SummaryRequest> = {}): SummaryRequest {
  return { messages, maxTokens: 500, signal, ...more };
}

/** What a summarizer of somebody else is handed, and what the engine gets of its answer. */
async function through(request: SummaryRequest, result: SummaryResult) {
  const handed: SummaryRequest[] = [];
  const summarise: Summarise = async (given) => {
    handed.push(given);
    return result;
  };
  const got = await meterSummaries(summarise).summarise(request);
  const [given] = handed;
  if (given === undefined) throw new Error('The summarizer was not asked.');
  return { given, got };
}

const SUMMARY: SummaryResult = { kind: 'summary', text: 'Done.', source: 'model', attempts: [], warnings: [] };
const FAILED: SummaryResult = { kind: 'failed', failure: 'other', detail: LEAK, attempts: [] };

describe('secrets on the way in', () => {
  it('are secrets to this test', () => {
    expect(redactSecrets(LEAK)).not.toContain(SECRET);
  });

  it.each<[string, Message]>([
    ['a text', { role: 'user', content: LEAK }],
    [
      'a part',
      {
        role: 'user',
        content: [
          { type: 'text', text: LEAK },
          { type: 'file', id: 'f1' },
        ],
      },
    ],
    ['a result', { role: 'tool', tool_call_id: 'c1', content: LEAK }],
    ['arguments', { role: 'assistant', content: null, tool_calls: [callOf('run', { cmd: LEAK }), callOf('other')] }],
    ['reasoning', { role: 'assistant', content: 'Fine.', reasoning_content: LEAK }],
    [
      'the form of another provider',
      { role: 'user', content: 'x', _context: { id: 's:1', wire: { format: 'anthropic', parts: [LEAK] } } },
    ],
  ])('are masked in %s, and everything else stays', async (_, message) => {
    const copy = structuredClone(message);
    const { given } = await through(requestOf([message], { originals: [message] }), SUMMARY);
    expect(JSON.stringify(given)).not.toContain(SECRET);
    expect(given.messages[0]).toMatchObject({ role: message.role });
    expect(given.messages[0]?._context?.id).toBe(message._context?.id);
    expect(given.originals?.[0]).toBe(given.messages[0]);
    expect(message).toEqual(copy);
  });

  it('are masked in carried messages, the summary before, the topic and the memory', async () => {
    const message: Message = { role: 'user', content: LEAK };
    const texts = { previousSummary: LEAK, focusTopic: LEAK, memoryContext: LEAK };
    const { given } = await through(requestOf([message], { carried: [{ message, before: 0 }], ...texts }), SUMMARY);
    expect(JSON.stringify(given)).not.toContain(SECRET);
    expect(given.carried?.[0]).toEqual({ message: given.messages[0], before: 0 });
    expect(given.previousSummary).toBe(redactSecrets(LEAK));
  });

  it('stay absent where nothing was said', async () => {
    const { given } = await through(requestOf([{ role: 'user', content: 'Hi.' }]), SUMMARY);
    expect(Object.keys(given).toSorted()).toEqual(['maxTokens', 'messages', 'signal']);
    expect(given.signal).toBe(signal);
  });

  it('leave a message without one the same object', async () => {
    await fc.assert(
      fc.asyncProperty(transcript(), async (messages) => {
        const { given } = await through(requestOf(messages), SUMMARY);
        for (const [index, message] of messages.entries()) {
          if (redactSecrets(JSON.stringify(message)) === JSON.stringify(message)) {
            expect(given.messages[index]).toBe(message);
          }
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe('secrets on the way out', () => {
  it('are masked in a summary, its warnings and its attempts', async () => {
    const attempts = [{ source: 'model', model: 'm', outcome: 'auth', detail: LEAK }] as const;
    const { got } = await through(requestOf([]), { ...SUMMARY, text: LEAK, warnings: [LEAK], attempts });
    expect(JSON.stringify(got)).not.toContain(SECRET);
    expect(got).toMatchObject({ kind: 'summary', source: 'model', text: redactSecrets(LEAK) });
  });

  it('are masked in what a failure says', async () => {
    const { got } = await through(requestOf([]), FAILED);
    expect(got).toEqual({ ...FAILED, detail: redactSecrets(LEAK) });
  });
});

describe('what summaries cost', () => {
  const usage = { promptTokens: 100, completionTokens: 10 };

  it('is counted with the tries that failed, without the local extract, and once', async () => {
    const attempts = [
      { source: 'model', model: 'm', outcome: 'timeout' },
      { source: 'model', model: 'm', outcome: 'truncated', usage },
      { source: 'extractive', outcome: 'ok' },
    ] as const;
    const meter = meterSummaries(async () => ({ ...SUMMARY, attempts }));
    await meter.summarise(requestOf([]));
    await meter.summarise(requestOf([]));
    expect(meter.takeUsage()).toEqual({ calls: 4, promptTokens: 200, completionTokens: 20 });
    expect(meter.takeUsage()).toEqual({ calls: 0, promptTokens: 0, completionTokens: 0 });
  });

  it('is counted for a failure, and the throw of a summarizer stays a throw', async () => {
    const meter = meterSummaries(scriptedSummarizer([{ failure: 'auth' }]));
    expect(await meter.summarise(requestOf([]))).toMatchObject({ kind: 'failed', failure: 'auth' });
    await expect(meter.summarise(requestOf([]))).rejects.toThrow(RangeError);
    expect(meter.takeUsage().calls).toBe(1);
  });
});
