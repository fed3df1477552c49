import type { Message, Messages, SummaryResult } from '@hermes-context/contract';
import { estimateTextTokens } from '@hermes-context/messages';
import { deepFreeze, type FakeBehaviour, startFakeProvider } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { createSummarizer } from './failure-ladder.ts';
import { MAX_CALLS } from './plan-chunks.ts';

interface EchoOptions {
  /** What the provider takes in one call, in tokens. */
  readonly limitTokens: number;
  /** What the route is told; unknown when absent. */
  readonly contextTokens?: number;
  readonly maxTokens?: number;
  /** What of a prompt the provider repeats. */
  readonly pattern?: RegExp;
}

/** A provider that refuses long prompts, and repeats each fact that it reads in those it takes. */
async function summariseByEcho(
  messages: Messages,
  { limitTokens, contextTokens, maxTokens = 1_000, pattern = /fact-\d+: value \d+/g }: EchoOptions,
): Promise<{ readonly result: SummaryResult; readonly prompts: readonly string[]; readonly refused: number }> {
  let refused = 0;
  const prompts: string[] = [];
  const script = (body: unknown): FakeBehaviour => {
    const prompt = (body as { messages: { content: string }[] }).messages[0]?.content ?? '';
    if (estimateTextTokens(prompt) > limitTokens) {
      refused += 1;
      return { kind: 'status', status: 400, code: 'context_length_exceeded' };
    }
    prompts.push(prompt);
    const facts = [...new Set(prompt.match(pattern) ?? [])];
    return { kind: 'reply', text: `## Critical Context\n${facts.map((fact) => `- ${fact}`).join('\n')}` };
  };
  await using provider = await startFakeProvider({ script });
  const route = { label: 'auxiliary', model: 'small-1', apiKey: 'k', baseUrl: provider.url } as const;
  const summarise = createSummarizer({ routes: [contextTokens === undefined ? route : { ...route, contextTokens }] });
  const result = await summarise({ messages, maxTokens, signal: new AbortController().signal });
  return { result, prompts, refused };
}

function factMessages(count: number, fillerCount: number): Messages {
  return deepFreeze(
    Array.from({ length: count }, (_, index): Message[] => [
      { role: 'user', content: `fact-${index}: value ${index * 37}\n${`filler ${index} `.repeat(fillerCount)}` },
      { role: 'assistant', content: `noted fact-${index}` },
    ]).flat(),
  );
}

function textOf(result: SummaryResult): string {
  if (result.kind !== 'summary') throw new Error(result.detail);
  return result.text;
}

describe('a conversation that does not fit the window of the summary model', () => {
  it('is summarised in parts that fit, each fact carried to the end (case 20)', async () => {
    const { result, prompts, refused } = await summariseByEcho(factMessages(10, 260), {
      limitTokens: 2_000,
      contextTokens: 2_000,
    });
    expect(refused).toBe(0);
    expect(prompts.length).toBeGreaterThan(4);
    for (const prompt of prompts) expect(estimateTextTokens(prompt)).toBeLessThanOrEqual(2_000);
    for (let index = 0; index < 10; index += 1) expect(textOf(result)).toContain(`fact-${index}: value ${index * 37}`);
    expect(result).toMatchObject({ source: 'model' });
  });

  it('S-060 hands the summary of the parts before to each further part', async () => {
    const { prompts } = await summariseByEcho(factMessages(6, 260), { limitTokens: 2_000, contextTokens: 2_000 });
    expect(prompts[0]).not.toContain('<previous-checkpoint>');
    for (const prompt of prompts.slice(1)) expect(prompt).toContain('UPDATE it');
    expect(prompts.at(-1)).toContain('- fact-0: value 0');
  });

  it('splits a message that fits no call, and leaves no line of it out', async () => {
    const lines = Array.from(
      { length: 120 },
      (_, index) => `line-${index}: 0x${(index * 2_654_435_761).toString(16)} / ${index * 7}-${index * 13}`,
    );
    const messages = deepFreeze<Messages>([{ role: 'user', content: lines.join('\n') }]);
    const { result, prompts } = await summariseByEcho(messages, {
      limitTokens: 2_000,
      contextTokens: 2_000,
      pattern: /line-\d+(?=:)/g,
    });
    expect(prompts.length).toBeGreaterThan(1);
    const read = new Set(prompts.join('\n').match(/line-\d+(?=:)/g));
    expect(read.size).toBe(120);
    expect(result.kind).toBe('summary');
  });

  it('is found out by the refusal where the window is unknown', async () => {
    const { result, refused } = await summariseByEcho(factMessages(10, 260), { limitTokens: 3_000 });
    expect(refused).toBeGreaterThan(0);
    expect(result).toMatchObject({ source: 'model' });
    for (let index = 0; index < 10; index += 1) expect(textOf(result)).toContain(`fact-${index}: value ${index * 37}`);
  });

  it('is split by the window that the table of models knows', async () => {
    const text = `## Goal\n${'- 修复导出功能，并补充测试。\n'.repeat(12)}`;
    await using provider = await startFakeProvider({ script: { kind: 'reply', text } });
    const summarise = createSummarizer({
      routes: [{ label: 'main', model: 'claude-haiku-4-5', apiKey: 'k', baseUrl: provider.url }],
    });
    const messages = deepFreeze(
      Array.from({ length: 60 }, (): Message => ({ role: 'user', content: '修复'.repeat(2_900) })),
    );
    await summarise({ messages, maxTokens: 2_000, signal: new AbortController().signal });
    expect(provider.requests.length).toBe(2);
  });

  it('takes a bounded number of calls: messages are clipped harder, and at last the oldest are extracted locally', async () => {
    const { result, prompts } = await summariseByEcho(factMessages(700, 60), {
      limitTokens: 2_000,
      contextTokens: 2_000,
    });
    expect(prompts.length).toBeLessThanOrEqual(MAX_CALLS);
    expect(textOf(result)).toContain('fact-699');
    if (result.kind === 'summary')
      expect(result.warnings.join(' ')).toMatch(/oldest \d+ messages were extracted locally/);
  });

  it('ends in the local extract where the window has room for nothing', async () => {
    const { result, prompts } = await summariseByEcho(factMessages(3, 100), { limitTokens: 200, contextTokens: 300 });
    expect(prompts).toEqual([]);
    expect(result).toMatchObject({ kind: 'summary', source: 'extractive' });
  });

  it('keeps what the first model did when it fails in the middle', async () => {
    let calls = 0;
    const script = (): FakeBehaviour => {
      calls += 1;
      return calls <= 2
        ? { kind: 'reply', text: `## Done\n- part ${calls} of model one` }
        : { kind: 'status', status: 401 };
    };
    await using first = await startFakeProvider({ script });
    await using second = await startFakeProvider({ script: { kind: 'reply', text: '## Goal\n- all of it' } });
    const route = { model: 'm', apiKey: 'k', contextTokens: 2_000 } as const;
    const summarise = createSummarizer({
      routes: [
        { ...route, label: 'auxiliary', baseUrl: first.url },
        { ...route, label: 'main', baseUrl: second.url },
      ],
    });
    await summarise({ messages: factMessages(6, 260), maxTokens: 1_000, signal: new AbortController().signal });
    const prompts = second.requests.map(({ body }) => JSON.stringify(body));
    expect(prompts[0]).toContain('part 2 of model one');
    expect(prompts.join('')).not.toContain('fact-0: value 0');
    expect(prompts.join('')).toContain('fact-5: value 185');
  });
});
