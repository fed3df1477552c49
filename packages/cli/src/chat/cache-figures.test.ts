import { describe, expect, it } from 'vitest';
import { cacheFigures } from './cache-figures.ts';

const NONE = {
  isEnabled: true,
  line: '',
  strategy: 'peat',
  ttl: '5m',
  requests: 0,
  promptTokens: 0,
  readTokens: 0,
  writeTokens: 0,
} as const;

describe('the figures of the cache', () => {
  it('say what share of all prompts was read, and what was written', () => {
    const after = { ...NONE, requests: 12, promptTokens: 120_000, readTokens: 100_000, writeTokens: 9_000 };
    expect(cacheFigures(after)).toEqual([
      'Cache: 83 % of 120,000 prompt tokens read from it, 9,000 written, in 12 requests',
    ]);
  });

  it('are not there before a provider has reported any', () => {
    expect(cacheFigures(NONE)).toEqual([]);
    expect(cacheFigures({ ...NONE, requests: 3, promptTokens: 3_000 })).toEqual([]);
  });
});
