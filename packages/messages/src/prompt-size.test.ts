import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterCompaction, afterResponse, promptSize, readUsage, UNKNOWN_USAGE } from './prompt-size.ts';

describe('promptSize', () => {
  it('is our estimate until a provider has reported', () => {
    expect(promptSize(UNKNOWN_USAGE, 500)).toEqual({ tokens: 500, basis: 'estimated' });
    expect(promptSize(afterCompaction(UNKNOWN_USAGE), 500)).toEqual({ tokens: 500, basis: 'estimated' });
  });

  it('is the report plus the estimate of what came since', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.nat(1e6), fc.nat(1e6), (promptTokens, estimated, growth) => {
        const state = afterResponse(UNKNOWN_USAGE, { promptTokens, completionTokens: 5 }, estimated);
        expect(promptSize(state, estimated + growth).tokens).toBe(promptTokens + growth);
      }),
    );
  });

  it('scales the estimate by what it was off by, after a compaction and after an undo', () => {
    const state = afterResponse(UNKNOWN_USAGE, { promptTokens: 400, completionTokens: 0 }, 800);
    expect(promptSize(afterCompaction(state), 200)).toEqual({ tokens: 100, basis: 'scaled' });
    expect(promptSize(state, 200)).toEqual({ tokens: 100, basis: 'scaled' });
  });

  it('ignores a report of zero', () => {
    const state = afterResponse(UNKNOWN_USAGE, { promptTokens: 400, completionTokens: 0 }, 800);
    expect(afterResponse(state, { promptTokens: 0, completionTokens: 0 }, 900)).toBe(state);
  });
});

it('counts cached tokens in where the provider leaves them out of its input figure', () => {
  const usage = { prompt_tokens: 30, cache_read_input_tokens: 80, cache_creation_input_tokens: 2 };
  expect(readUsage(usage, true)).toEqual({
    promptTokens: 112,
    completionTokens: 0,
    cacheReadTokens: 80,
    cacheWriteTokens: 2,
  });
  expect(readUsage(usage, false).promptTokens).toBe(30);
});
