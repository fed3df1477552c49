import { describe, expect, it } from 'vitest';
import { PRICE_CLASSES, playSteps } from './costs.fixture.ts';
import { agentLoop, asChat, recordedConversations } from './prompts.fixture.ts';
import { type PruningPolicy, prunedSteps } from './pruning.fixture.ts';

const MINUTE = 60_000;
const recorded = recordedConversations().map(({ chat }) => chat);

function costOf(
  whole: (typeof recorded)[number],
  policy: PruningPolicy,
  { model, gapMs }: { readonly model: string; readonly gapMs: number },
): number {
  const steps = prunedSteps(whole, { policy, model, gapMs });
  return playSteps(steps, 'peat', { model, provider: 'openrouter' }).costTokens;
}

describe.each(Object.entries(PRICE_CLASSES))('old results of tools, with %s', (model) => {
  it.each([1, 10])(
    'cost less when they are cut cold or in batches than never or each time, with pauses of %i minutes',
    (minutes) => {
      const total = (policy: PruningPolicy): number =>
        recorded.reduce((sum, whole) => sum + costOf(whole, policy, { model, gapMs: minutes * MINUTE }), 0);
      const ours = total('cold_or_batch');
      expect(ours).toBeLessThan(total('never'));
      expect(ours).toBeLessThan(total('every request'));
    },
  );

  it.each([1, 10])(
    'cost little more even where a conversation ends right after a cut, with pauses of %i minutes',
    (minutes) => {
      for (const whole of recorded) {
        const facts = { model, gapMs: minutes * MINUTE };
        // Nobody knows when it ends: the price of one batch is what can be lost.
        expect(costOf(whole, 'cold_or_batch', facts)).toBeLessThanOrEqual(costOf(whole, 'never', facts) * 1.2);
      }
    },
  );

  it('cost much less in a long loop', () => {
    const whole = asChat(agentLoop({ steps: 150, results: 2, resultTokens: 1_000 }));
    const facts = { model, gapMs: MINUTE };
    expect(costOf(whole, 'cold_or_batch', facts)).toBeLessThan(0.6 * costOf(whole, 'never', facts));
  });
});
