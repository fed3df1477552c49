import { blocksOf, type RecordedStep, type WireObject, type WirePrompt } from '@hermes-context/caching';
import { describe, expect, it } from 'vitest';
import { playSteps } from './costs.fixture.ts';
import { agentLoop } from './prompts.fixture.ts';

const STEP_MS = 10_000;

/** A loop whose beginning gives way to a summary in the middle, and goes on. */
function compactedSteps(results: number): readonly RecordedStep[] {
  const whole = agentLoop({ steps: 16, results, stepsPerTurn: 4 });
  const summary: WireObject = { role: 'user', content: `[CONTEXT COMPACTION] ${'What was done so far. '.repeat(80)}` };
  const answers = whole.messages.flatMap(({ role }, index) => (role === 'assistant' && index > 0 ? [index] : []));
  const cut = answers[9] ?? 0;
  // The tail begins with an answer, as a summary has the user's role.
  const tailStart = answers.findLast((index) => index < cut - 4) ?? 0;
  return answers.map((count, request): RecordedStep => {
    const messages =
      count < cut ? whole.messages.slice(0, count) : [summary, ...whole.messages.slice(tailStart, count)];
    return { prompt: { ...whole, messages }, atMs: request * STEP_MS };
  });
}

/** Tokens of tools and system prompt, and of so many messages behind them. */
function sizeUpTo(prompt: WirePrompt | undefined, messages: number): number {
  const blocks = prompt === undefined ? [] : blocksOf(prompt);
  return blocks.reduce((sum, { tokens, message = -1 }) => sum + (message < messages ? tokens : 0), 0);
}

function wholeOf(prompt: WirePrompt | undefined): number {
  return sizeUpTo(prompt, Number.POSITIVE_INFINITY);
}

describe.each([1, 12, 30])('after a compaction, with %i results a step', (results) => {
  const steps = compactedSteps(results);
  const { requests } = playSteps(steps, 'peat');
  const readAt = (index: number): number | undefined => requests[index]?.tokens.readTokens;
  const at = steps.findIndex(({ prompt }) =>
    String(prompt.messages[0]?.['content']).startsWith('[CONTEXT COMPACTION]'),
  );

  it('tools and system prompt are still read', () => {
    expect(at).toBeGreaterThan(0);
    expect(readAt(at)).toBeGreaterThanOrEqual(sizeUpTo(steps[at]?.prompt, 0));
  });

  it('the request after that reads the whole prompt before it, and so does each one later', () => {
    expect(requests.length).toBeGreaterThan(at + 3);
    for (let index = at + 1; index < requests.length; index += 1)
      expect(readAt(index)).toBe(wholeOf(steps[index - 1]?.prompt));
  });

  it('the summary is still read when results behind it are cut, and the rest one request later', () => {
    const cutAt = at + 3;
    const again = steps.map((step, index) => (index < cutAt ? step : withoutResults(step, 3)));
    const { requests: played } = playSteps(again, 'peat');
    const [cut, next] = played.slice(cutAt).map(({ tokens }) => tokens.readTokens);
    expect(cut).toBeGreaterThanOrEqual(sizeUpTo(again[cutAt]?.prompt, 1));
    expect(cut).toBeLessThan(wholeOf(again[cutAt - 1]?.prompt));
    expect(next).toBe(wholeOf(again[cutAt]?.prompt));
  });
});

/** A request in which the results of tools in the first messages are gone, and everything else is the same object. */
function withoutResults({ prompt, atMs }: RecordedStep, end: number): RecordedStep {
  const messages = prompt.messages.map((message, index) => (index < end ? withoutResult(message) : message));
  return { atMs, prompt: { ...prompt, messages } };
}

function withoutResult(message: WireObject): WireObject {
  const { content } = message;
  if (!Array.isArray(content) || message['role'] !== 'user') return message;
  return { ...message, content: content.map((block: WireObject) => ({ ...block, content: '[cut]' })) };
}
