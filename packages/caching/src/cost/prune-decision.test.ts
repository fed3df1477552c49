import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MIN_PRUNE_TOKENS, type PruneQuestion, pruneDecision } from './prune-decision.ts';

const question = fc.record<PruneQuestion>({
  removableTokens: fc.nat({ max: 200_000 }),
  tokensBehind: fc.nat({ max: 200_000 }),
  isCold: fc.boolean(),
  growthTokensPerRequest: fc.nat({ max: 10_000 }),
  readRatio: fc.double({ min: 0, max: 1, noNaN: true }),
  writeRatio: fc.double({ min: 1, max: 2, noNaN: true }),
  requestsSoFar: fc.option(fc.nat({ max: 500 }), { nil: undefined }),
  when: fc.constantFrom('cold_or_batch', 'with_summary'),
});
const agent: PruneQuestion = {
  removableTokens: 25_000,
  tokensBehind: 20_000,
  isCold: false,
  growthTokensPerRequest: 2_000,
  readRatio: 0.1,
  writeRatio: 1.25,
  when: 'cold_or_batch',
};

function prunes(each: PruneQuestion): boolean {
  return pruneDecision(each).kind === 'prune';
}

describe('pruneDecision', () => {
  it.each<[string, (each: PruneQuestion, more: number) => PruneQuestion]>([
    ['more can go', (each, more) => ({ ...each, removableTokens: each.removableTokens + more })],
    ['less stands behind it', (each, more) => ({ ...each, tokensBehind: Math.max(0, each.tokensBehind - more) })],
    ['the cache is cold', (each) => ({ ...each, isCold: true })],
    ['a read is dearer', (each, more) => ({ ...each, readRatio: Math.min(1, each.readRatio + more / 1_000_000) })],
    ['a write is cheaper', (each, more) => ({ ...each, writeRatio: Math.max(1, each.writeRatio - more / 1_000_000) })],
  ])('still prunes when %s', (_, change) => {
    fc.assert(
      fc.property(question, fc.nat({ max: 200_000 }), (each, more) => {
        if (prunes(each)) expect(prunes(change(each, more))).toBe(true);
      }),
    );
  });

  it('waits with a warm cache until the cheapest batch is there', () => {
    expect(pruneDecision(agent)).toEqual({
      kind: 'wait',
      why: '25,000 tokens could go; the cheapest batch is 30,332: until then the warm cache is worth more.',
      breakEven: { savesPerRequest: 2_500, costsNow: 23_000, paysAfterRequests: 10 },
    });
    expect(pruneDecision({ ...agent, removableTokens: 31_000 })).toMatchObject({
      kind: 'prune',
      why: '31,000 tokens could go; the cheapest batch is 30,332: enough to pay for writing the rest again.',
    });
  });

  it('breaks a warm cache to come under a size above which all of the prompt costs more', () => {
    const cliff = { promptTokens: 110_000, aboveTokens: 100_000, factor: 5 };
    const long = { ...agent, removableTokens: 12_000, requestsSoFar: 20, cliff };
    expect(pruneDecision(long)).toMatchObject({
      kind: 'prune',
      why: 'It takes the prompt under 100,000 tokens, above which all of it costs more.',
      breakEven: { savesPerRequest: 45_200, paysAfterRequests: 1 },
    });
    expect(pruneDecision({ ...long, removableTokens: 9_000 }).kind).toBe('wait');
    expect(pruneDecision({ ...long, cliff: { ...cliff, promptTokens: 90_000 } }).kind).toBe('wait');
  });

  it('waits where it would pay later than the conversation has gone on', () => {
    const young = { ...agent, removableTokens: 31_000, requestsSoFar: 5 };
    expect(pruneDecision(young)).toMatchObject({
      kind: 'wait',
      why: '31,000 tokens could go; the cheapest batch is 30,332, but it would pay after 8 requests only, and there have been 5.',
    });
    expect(pruneDecision({ ...young, requestsSoFar: 8 }).kind).toBe('prune');
  });

  it('prunes at once when the cache is cold, and it costs nothing', () => {
    expect(pruneDecision({ ...agent, isCold: true })).toEqual({
      kind: 'prune',
      why: 'The cache has run out anyway, so that nothing is written twice.',
      breakEven: { savesPerRequest: 2_500, costsNow: 0, paysAfterRequests: 0 },
    });
  });

  it('leaves crumbs alone, warm or cold', () => {
    fc.assert(
      fc.property(question, fc.nat({ max: MIN_PRUNE_TOKENS - 1 }), (each, removableTokens) => {
        expect(prunes({ ...each, removableTokens })).toBe(false);
      }),
    );
    expect(prunes({ ...agent, isCold: true, removableTokens: MIN_PRUNE_TOKENS })).toBe(true);
  });

  it('always waits for the compaction when told to prune with a summary only', () => {
    fc.assert(
      fc.property(question, (each) => {
        expect(prunes({ ...each, when: 'with_summary' })).toBe(false);
      }),
    );
  });

  it('breaks a warm cache once in many requests of an agent, not at each', () => {
    let [removableTokens, prunedCount] = [0, 0];
    for (let request = 0; request < 150; request += 1) {
      removableTokens += 2_000;
      if (!prunes({ ...agent, removableTokens })) continue;
      prunedCount += 1;
      removableTokens = 0;
    }
    expect(prunedCount).toBe(9); // every sixteenth request
  });
});
