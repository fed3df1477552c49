import { contextEngine } from '@hermes-context/compressor';
import {
  afterCompaction,
  afterResponse,
  estimateMessagesTokens,
  estimateTokens,
  promptSize,
  type ReportedUsage,
  readUsage,
  UNKNOWN_USAGE,
} from '@hermes-context/messages';
import { testServices } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { loadCase } from './load-case.ts';

const engineFor = (contextTokens: number, compression = {}) =>
  contextEngine.create(
    contextEngine.parseOptions(compression),
    testServices({ model: { name: 'demo', contextTokens } }),
  );

describe('case 14: base64 is a picture, or text', () => {
  it('counts a data URL as one picture and base64 in a text as text', async () => {
    const { messages } = loadCase('14');
    const [picture, result] = messages;
    expect(picture && estimateTokens(picture)).toBeLessThanOrEqual(3_000);
    expect(picture && estimateTokens(picture)).toBeGreaterThanOrEqual(750);
    expect(result && estimateTokens(result)).toBeGreaterThan(48_000 / 4);
  });

  it('does not start a compaction of a 32k window', async () => {
    const engine = await engineFor(32_000);
    const [picture] = loadCase('14').messages;
    expect(engine.shouldCompress(picture === undefined ? 0 : estimateMessagesTokens([picture]))).toBe(false);
  });
});

describe('case 15: scripts other than Latin', () => {
  it('trips a threshold of 24,000 with 40,000 characters of Chinese', async () => {
    const engine = await engineFor(32_000, { threshold: 0.75 });
    const [{ text }] = (loadCase('15').input['texts'] ?? []) as readonly [{ readonly text: string }];
    const history = [{ role: 'user', content: text.repeat(Math.ceil(40_000 / text.length)).slice(0, 40_000) }] as const;
    const tokens = estimateMessagesTokens(history);
    expect(engine.shouldCompress(tokens)).toBe(true);
    expect(tokens).toBeGreaterThan(24_000);
    expect(tokens).toBeLessThan(45_000);
  });
});

describe('case 16: what the provider reported beats the estimate', () => {
  it('decides each step on the reported size plus what came since', async () => {
    const engine = await engineFor(200_000);
    const { input } = loadCase('16');
    const steps = input['steps'] as readonly {
      readonly usage?: ReportedUsage;
      readonly inputExcludesCache?: boolean;
    }[];
    const usage = (index: number) =>
      readUsage(steps[index]?.usage ?? { prompt_tokens: 0 }, steps[index]?.inputExcludesCache ?? false);
    const asks = (tokens: number): boolean => engine.shouldCompress(tokens);
    const rough = 118_000;

    const measured = afterResponse(UNKNOWN_USAGE, usage(0), rough);
    expect(promptSize(measured, rough)).toEqual({ tokens: 41_000, basis: 'reported' });
    expect(asks(promptSize(measured, rough).tokens)).toBe(false);

    const result = estimateTokens({
      role: 'tool',
      tool_call_id: 'a',
      content: 'lorem ipsum dolor sit amet '.repeat(300).slice(0, 8_000),
    });
    const afterResult = promptSize(measured, rough + result);
    expect(afterResult.tokens).toBeGreaterThan(42_000);
    expect(afterResult.tokens).toBeLessThan(44_000);
    expect(asks(afterResult.tokens)).toBe(false);

    const paste = estimateTokens({
      role: 'user',
      content: 'lorem ipsum dolor sit amet '.repeat(15_000).slice(0, 400_000),
    });
    expect(asks(promptSize(measured, rough + paste).tokens)).toBe(true);

    const awaiting = afterCompaction(measured);
    expect(promptSize(awaiting, rough)).toEqual({ tokens: 41_000, basis: 'scaled' });
    expect(asks(promptSize(awaiting, rough).tokens)).toBe(false);

    expect(afterResponse(measured, usage(4), rough)).toBe(measured);

    const cached = promptSize(afterResponse(measured, usage(5), rough), rough);
    expect(cached.tokens).toBe(112_000);
    expect(asks(cached.tokens)).toBe(true);
  });
});
