import type { RecordedStep, WireObject, WirePrompt } from '@hermes-context/caching';
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

function prefixOf({ tools, system }: WirePrompt): number {
  const steps = [
    {
      prompt: {
        shape: 'anthropic',
        messages: [{ role: 'user', content: 'x' }],
        ...(tools && { tools }),
        ...(system && { system }),
      },
      atMs: 0,
    },
  ] as const;
  return playSteps(steps, 'peat').requests[0]?.tokens.write5mTokens ?? 0;
}

describe.each([1, 12])('after a compaction, with %i results a step', (results) => {
  const steps = compactedSteps(results);
  const { requests } = playSteps(steps, 'peat');
  const at = steps.findIndex(({ prompt }) =>
    String(prompt.messages[0]?.['content']).startsWith('[CONTEXT COMPACTION]'),
  );

  it('tools and system prompt are still read', () => {
    const first = steps[at];
    expect(first).toBeDefined();
    // Without the one short message that was measured with them.
    if (first !== undefined) expect(requests[at]?.tokens.readTokens).toBeGreaterThan(prefixOf(first.prompt) - 20);
  });

  it('the request after that reads the whole prompt again', () => {
    const sizes = requests.map(({ tokens }) => tokens.readTokens + tokens.write5mTokens + tokens.uncachedTokens);
    for (let index = at + 1; index < requests.length; index += 1)
      expect(requests[index]?.tokens.readTokens).toBe(sizes[index - 1]);
  });
});
