import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BreakEvenInput, breakEven, describeBreakEven } from './break-even.ts';

const tokenCount = fc.nat({ max: 1_000_000 });
const input = fc.record<BreakEvenInput>({
  savedTokensPerRequest: tokenCount,
  rewrittenTokens: tokenCount,
  readRatio: fc.double({ min: 0.01, max: 1, noNaN: true }),
  writeRatio: fc.double({ min: 1, max: 2, noNaN: true }),
  summaryCost: tokenCount,
});
const anyNumber = fc.double();

describe('breakEven', () => {
  it('is even after so many requests, and not one request earlier', () => {
    fc.assert(
      fc.property(input, (each) => {
        const { savesPerRequest, costsNow, paysAfterRequests } = breakEven(each);
        if (paysAfterRequests === undefined) {
          expect(savesPerRequest).toBe(0);
          return;
        }
        expect(savesPerRequest * paysAfterRequests).toBeGreaterThanOrEqual(costsNow * (1 - 1e-12));
        if (paysAfterRequests > 0) expect(savesPerRequest * (paysAfterRequests - 1)).toBeLessThan(costsNow);
      }),
    );
  });

  it('never pays later for saving more, and never sooner for rewriting more', () => {
    const requests = (each: BreakEvenInput): number => breakEven(each).paysAfterRequests ?? Number.POSITIVE_INFINITY;
    fc.assert(
      fc.property(input, tokenCount, (each, more) => {
        const saving = { ...each, savedTokensPerRequest: each.savedTokensPerRequest + more };
        const rewriting = { ...each, rewrittenTokens: each.rewrittenTokens + more };
        expect(requests(saving)).toBeLessThanOrEqual(requests(each));
        expect(requests(rewriting)).toBeGreaterThanOrEqual(requests(each));
      }),
    );
  });

  it('counts a compaction of 100,000 tokens to 30,000: seven requests at a tenth, thirteen at a twentieth', () => {
    const compaction = { savedTokensPerRequest: 70_000, rewrittenTokens: 16_000, writeRatio: 1.25 };
    // The summary: the whole prompt read once, and 4,000 tokens of output at five times the price of input.
    expect(breakEven({ ...compaction, readRatio: 0.1, summaryCost: 0.1 * 100_000 + 5 * 4_000 })).toEqual({
      savesPerRequest: 7_000,
      costsNow: 48_400,
      paysAfterRequests: 7,
    });
    expect(
      breakEven({ ...compaction, readRatio: 0.05, summaryCost: 0.05 * 100_000 + 5 * 4_000 }).paysAfterRequests,
    ).toBe(13);
  });

  it('costs nothing where nothing is rewritten, and never pays where nothing is saved', () => {
    const ratios = { readRatio: 0.1, writeRatio: 1.25 };
    expect(breakEven({ ...ratios, savedTokensPerRequest: 0, rewrittenTokens: 0 }).paysAfterRequests).toBe(0);
    expect(breakEven({ ...ratios, savedTokensPerRequest: 0, rewrittenTokens: 9 }).paysAfterRequests).toBeUndefined();
  });
});

describe('describeBreakEven', () => {
  it('says what is saved, what it costs, and after how many requests it pays', () => {
    const result = breakEven({
      savedTokensPerRequest: 30_000,
      rewrittenTokens: 20_000,
      readRatio: 0.1,
      writeRatio: 1.25,
    });
    expect(describeBreakEven(result)).toBe(
      'Saves 3,000 tokens per request, costs 23,000 tokens now, pays after 8 requests.',
    );
    expect(describeBreakEven({ savesPerRequest: 1, costsNow: 1, paysAfterRequests: 1 })).toBe(
      'Saves 1 token per request, costs 1 token now, pays after 1 request.',
    );
  });

  it('is one sentence without NaN, Infinity or undefined, whatever the figures', () => {
    const figures = fc.record({
      savesPerRequest: anyNumber,
      costsNow: anyNumber,
      paysAfterRequests: fc.option(anyNumber, { nil: undefined }),
    });
    const wild = fc.record<BreakEvenInput>({
      savedTokensPerRequest: anyNumber,
      rewrittenTokens: anyNumber,
      readRatio: anyNumber,
      writeRatio: anyNumber,
      summaryCost: anyNumber,
    });
    fc.assert(
      fc.property(fc.oneof(figures, wild.map(breakEven)), (result) => {
        expect(describeBreakEven(result)).not.toMatch(/NaN|Infinity|∞|undefined|-/);
        expect(describeBreakEven(result)).toMatch(/^Saves [^.]+\.$/);
      }),
    );
  });
});
