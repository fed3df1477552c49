import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costTexts } from './cost-texts.ts';

const usd = (...dollars: readonly number[]) =>
  costTexts(
    dollars.map((costUsd) => ({ costUsd, costTokens: 0 })),
    'usd',
  );

describe('costs as cells of a column', () => {
  it('have as many decimals as the smallest needs, and cents at least', () => {
    expect(usd(12.5, 0.0614)).toEqual(['$12.5000', '$0.0614']);
    expect(usd(1_234, 456)).toEqual(['$1,234.00', '$456.00']);
    expect(usd(0.000022)).toEqual(['$0.0000220']);
    expect(usd(0)).toEqual(['$0.00']);
  });

  it('are whole tokens where no price is known', () => {
    expect(costTexts([{ costTokens: 172_676.4 }], 'input-tokens')).toEqual(['172,676']);
  });

  it('stay in their order, and as wide behind the point as each other', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 1e-6, max: 1e4, noNaN: true }), { minLength: 1 }), (dollars) => {
        const texts = usd(...dollars);
        expect(new Set(texts.map((text) => text.split('.')[1]?.length)).size).toBe(1);
        const read = texts.map((text) => Number(text.replace(/[$,]/g, '')));
        for (const [index, value] of dollars.entries()) expect((read[index] ?? 0) / value).toBeCloseTo(1, 1);
      }),
    );
  });
});
