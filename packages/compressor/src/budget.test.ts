import type { ModelInfo } from '@hermes-context/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeBudget, contentTokensOfFullBudget, summaryBudget } from './budget.ts';
import { parseSettings } from './settings.ts';

const budgetOf = (raw: Readonly<Record<string, unknown>>, contextTokens: number, name = 'demo') =>
  computeBudget(parseSettings(raw), { name, contextTokens });

describe('computeBudget', () => {
  it('S-040 gives a 200,000 window at defaults a threshold of 100,000, a tail of 20,000 and a ceiling of 10,000', () => {
    expect(budgetOf({}, 200_000)).toMatchObject({
      thresholdTokens: 100_000,
      tailTokens: 20_000,
      maxSummaryTokens: 10_000,
    });
  });

  it('S-041 derives threshold, tail and summary ceiling from window and ratios', () => {
    expect(budgetOf({ threshold: 0.4, target_ratio: 0.25 }, 1_000_000)).toMatchObject({
      thresholdTokens: 400_000,
      tailTokens: 100_000,
      maxSummaryTokens: 12_000,
    });
    expect(budgetOf({}, 32_000)).toMatchObject({ thresholdTokens: 16_000, tailTokens: 3_200, maxSummaryTokens: 1_600 });
  });

  it('S-042 uses the longest matching key of model_thresholds', () => {
    const raw = { model_thresholds: { 'glm-5.2': 0.9, 'glm-5.2-1M': 0.8 } };
    expect(budgetOf(raw, 1_000_000, 'glm-5.2-1M').thresholdTokens).toBe(800_000);
    expect(budgetOf(raw, 1_000_000, 'glm-5.2').thresholdTokens).toBe(900_000);
  });

  it('S-080 raises the trigger of gpt-5.5 on Codex OAuth alone, and S-081 not where that is switched off', () => {
    const onCodex = { name: 'gpt-5.5', provider: 'openai-codex', contextTokens: 272_000 };
    const thresholdOf = (raw: Readonly<Record<string, unknown>>, model: ModelInfo) =>
      computeBudget(parseSettings(raw), model).thresholdTokens;
    expect(thresholdOf({}, onCodex)).toBe(231_200);
    expect(thresholdOf({ codex_gpt55_autoraise: false }, onCodex)).toBe(136_000);
    expect(thresholdOf({}, { ...onCodex, provider: 'openai' })).toBe(136_000);
    expect(thresholdOf({}, { ...onCodex, name: 'gpt-5.6' })).toBe(136_000);
  });

  it('S-043 uses the global threshold where no key matches', () => {
    expect(budgetOf({ model_thresholds: { other: 0.9 } }, 200_000).thresholdTokens).toBe(100_000);
  });

  it('S-045 floors an override at 0.75 below 512,000, and the global threshold only when told to', () => {
    const raw = { model_thresholds: { demo: 0.35 } };
    expect(budgetOf(raw, 200_000).thresholdTokens).toBe(150_000);
    expect(budgetOf(raw, 512_000).thresholdTokens).toBe(Math.trunc(512_000 * 0.35));
    expect(budgetOf({ small_context_floor: 'always' }, 200_000).thresholdTokens).toBe(150_000);
  });

  it('gives a lean tail a share of the window, between 10,000 and 25,000, and never a fifth of it or more', () => {
    const lean = { tail_mode: 'lean' };
    expect(budgetOf(lean, 200_000).tailTokens).toBe(10_000);
    expect(budgetOf(lean, 512_000).tailTokens).toBe(12_800);
    expect(budgetOf(lean, 2_000_000).tailTokens).toBe(25_000);
    expect(budgetOf(lean, 16_000).tailTokens).toBe(3_200);
  });
});

describe('summaryBudget', () => {
  it('S-056 is a fifth of the content, at least 2,000, at most the ceiling', () => {
    expect(summaryBudget(30_000, 10_000)).toBe(6_000);
    expect(summaryBudget(5_000, 10_000)).toBe(2_000);
    expect(summaryBudget(500_000, 10_000)).toBe(10_000);
    expect(summaryBudget(5_000, 400)).toBe(400);
  });

  it('no longer grows past the content size at which counting stops', () => {
    fc.assert(
      fc.property(fc.nat({ max: 12_000 }), fc.nat({ max: 1_000_000 }), (ceiling, more) => {
        const full = contentTokensOfFullBudget(ceiling);
        expect(summaryBudget(full + more, ceiling)).toBe(summaryBudget(full, ceiling));
      }),
    );
  });
});
