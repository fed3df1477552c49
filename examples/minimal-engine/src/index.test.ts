import type { ContextEngine, EngineServices, Messages } from '@hermes-context/contract';
import { isSummary } from '@hermes-context/messages';
import { deepFreeze, describeContextEngine, scriptedSummarizer, testServices } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { contextEngine } from './index.ts';

const options = contextEngine.parseOptions({});

// Every promise of a context engine, on generated conversations. `hermes engine test .` does the same without vitest.
describeContextEngine('minimal-engine', (services) => contextEngine.create(options, services));

// What this engine promises beyond them is below: change it with the engine.
const model = { name: 'test-model', contextTokens: 8_000 };
const { signal } = new AbortController();

const engineWith = async (given: Partial<EngineServices> = {}): Promise<ContextEngine> =>
  contextEngine.create(options, testServices({ model, ...given }));

/** So many turns of about 200 tokens. */
const conversation = (turns: number): Messages =>
  deepFreeze([
    { role: 'system', content: 'You are helpful.' },
    ...Array.from(
      { length: turns },
      (_, turn): Messages => [
        { role: 'user', content: `Question ${turn}` },
        { role: 'assistant', content: `Answer ${turn}: ${'word '.repeat(200)}` },
      ],
    ).flat(),
  ]);

describe('minimal-engine', () => {
  it('puts a summary between the system prompt and the newest messages', async () => {
    const messages = conversation(30);
    const summarise = scriptedSummarizer(['Thirty questions.']);
    const outcome = await (await engineWith({ summarise })).compress({ messages, signal });
    const after = outcome.kind === 'compressed' ? outcome.messages : [];
    expect(after.map(({ role }) => role).slice(0, 3)).toEqual(['system', 'user', 'assistant']);
    expect(after.findIndex(isSummary)).toBe(1);
    expect(after.at(-1)).toBe(messages.at(-1));
    expect(after.length).toBeLessThan(messages.length / 2);
  });

  it('hands the summary before to the next one', async () => {
    const summarise = scriptedSummarizer(['First summary.', 'Second summary.']);
    const first = await (await engineWith({ summarise })).compress({ messages: conversation(30), signal });
    const grown = [...(first.kind === 'compressed' ? first.messages : []), ...conversation(30).slice(1)];
    const second = await (await engineWith({ summarise })).compress({ messages: grown, signal });
    expect(second).toMatchObject({ kind: 'compressed', summary: 'Second summary.' });
    expect(summarise.requests.map(({ previousSummary }) => previousSummary)).toEqual([undefined, 'First summary.']);
  });

  it('leaves the conversation as it is when no summary can be had, and says why', async () => {
    const summarise = scriptedSummarizer([{ failure: 'quota', detail: 'The account is out of credit.' }]);
    const outcome = await (await engineWith({ summarise })).compress({ messages: conversation(30), signal });
    expect(outcome).toMatchObject({ reason: 'summary-failed', detail: 'The account is out of credit.' });
  });

  it('waits for new messages after a compaction that left the prompt too large', async () => {
    const engine = await engineWith();
    const messages = conversation(1);
    await engine.compress({ messages, promptTokens: 7_000, signal });
    expect([engine.shouldCompress(7_000), engine.shouldCompress(7_400)]).toEqual([false, true]);
    expect(engine.status?.()).toMatchObject({ thresholdTokens: 7_400 });
  });

  it.each([
    [{ threshold: 0 }, 'threshold'],
    [{ threshold: '0.5' }, 'threshold'],
    [{ keep: 2 }, 'keep'],
    [{ threshold: 0.3, keep: 0.3 }, 'keep'],
  ])('refuses the options %j by the name of the key', (raw, key) => {
    expect(() => contextEngine.parseOptions(raw)).toThrow(`context.options.minimal-engine.${key} is `);
  });
});
