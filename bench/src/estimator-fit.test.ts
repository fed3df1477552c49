import { createTextScale, estimateTextTokens, TOKEN_WEIGHTS } from '@hermes-context/messages';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { errorTable } from './estimator-errors.ts';
import { createFeatureCounter, FEATURES, fitWeights } from './estimator-fit.ts';
import { type Half, syntheticTexts } from './estimator-synthetic.ts';

const madeSamples = (half: Half) =>
  syntheticTexts(half).map(({ kind, text }) => ({
    source: 'made',
    kind,
    text,
    isForFit: half === 'fit',
    tokens: countTokens(text, { disallowedSpecial: new Set() }),
  }));

describe('fitWeights', () => {
  it('finds the weights again that a tokenizer of our own would have', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.1, max: 3, noNaN: true }), { minLength: 40, maxLength: 40 }),
        (values) => {
          const entries = FEATURES.map((feature, index) => [feature, values[index] ?? 1]);
          const tokenizer = createTextScale({ ...TOKEN_WEIGHTS, ...Object.fromEntries(entries) });
          const texts = [...syntheticTexts('fit'), ...syntheticTexts('test')].map(({ text }) => text);
          const fitted = createTextScale(fitWeights(texts.map((text) => ({ text, tokens: tokenizer(text) }))));
          for (const text of texts) expect(Math.abs(fitted(text) / tokenizer(text) - 1)).toBeLessThan(0.02);
        },
      ),
      { numRuns: 2 },
    );
  });

  it('never gives a weight below 0', () => {
    const fitted = fitWeights([
      { text: 'a b c d e f', tokens: 1 },
      { text: 'a,b,c,d,e,f', tokens: 50 },
    ]);

    expect(Math.min(...Object.values(fitted))).toBe(0);
  });

  it('counts features with the scan that ships', () => {
    const counts = createFeatureCounter()('one two 3');

    expect(counts[FEATURES.indexOf('wordAfterSpace')]).toBe(1);
    expect(counts[FEATURES.indexOf('digitGroup')]).toBe(1);
  });
});

describe('the shipped weights', () => {
  it('stay near o200k on scripts and encodings that the fit did not see', () => {
    const rows = errorTable(madeSamples('test'), 'kind', estimateTextTokens);

    for (const { name, biasRatio } of rows) expect(Math.abs(biasRatio), name).toBeLessThan(0.2);
    const mean = rows.reduce((sum, { biasRatio }) => sum + Math.abs(biasRatio), 0) / rows.length;
    expect(mean).toBeLessThan(0.06);
  });

  it('are made from other texts than they are measured on', () => {
    const seen = new Set(syntheticTexts('fit').map(({ text }) => text));

    expect(syntheticTexts('test').some(({ text }) => seen.has(text))).toBe(false);
    expect(syntheticTexts('fit')).toEqual(syntheticTexts('fit'));
  });
});
