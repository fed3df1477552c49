import { InvalidOptionError } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { budgetFor } from './budget.ts';
import { parseOptions } from './options.ts';

function problemOf(raw: Record<string, unknown>): string {
  try {
    parseOptions(raw);
  } catch (error) {
    if (error instanceof InvalidOptionError) return error.message;
    throw error;
  }
  return '';
}

describe('parseOptions', () => {
  it('has a default for everything', () => {
    expect(parseOptions({})).toMatchObject({ softThreshold: 0.5, hardThreshold: 0.75, maxSummaryCalls: 24 });
  });

  it.each([
    [{ soft_treshold: 0.5 }, 'context.options.lcm.soft_treshold'],
    [{ soft_threshold: 50 }, 'a share above 0 and below 1'],
    [{ hard_threshold: '0.8' }, 'a share above 0 and below 1'],
    [{ tail_tokens: 20.5 }, 'a whole number of tokens, 200 or more'],
    [{ chunk_tokens: 10 }, 'a whole number of tokens, 200 or more'],
    [{ max_summary_calls: -1 }, '0 or more'],
    [{ soft_threshold: 0.8 }, 'below hard_threshold, 0.75'],
    [{ hard_threshold: 0.4 }, 'below hard_threshold, 0.4'],
    [{ summaries_share: 0.9 }, 'leave no room for the conversation'],
    [{ chunk_tokens: 1_000, summary_tokens: 600 }, 'at most half of chunk_tokens, 1000'],
  ])('refuses %j and says what would do', (raw, expected) => {
    expect(problemOf(raw)).toContain(expected);
  });
});

describe('budgetFor', () => {
  it('lowers what a small window cannot bear', () => {
    const options = parseOptions({ tail_tokens: 100_000, chunk_tokens: 100_000 });
    const { hardTokens, tailTokens, chunkTokens } = budgetFor(options, { name: 'm', contextTokens: 8_000 });

    expect(hardTokens).toBe(6_000);
    expect(tailTokens).toBe(2_400);
    expect(chunkTokens).toBe(6_000);
  });
});
