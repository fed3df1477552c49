import { describe, expect, it } from 'vitest';
import { afterCommit, afterSize, describeFutility, HELPFUL, type ThrashRecord } from './thrash-record.ts';

const NOW = Date.UTC(2026, 11, 1);
const still = (promptTokens: number, now: number = NOW) => ({ promptTokens, isStillDue: true, now });
const below = (promptTokens: number) => ({ promptTokens, isStillDue: false, now: NOW });

function struck(times: number, promptTokens = 5_000): ThrashRecord {
  let record = HELPFUL;
  for (let index = 0; index < times; index += 1) record = afterSize(afterCommit(record), still(promptTokens));
  return record;
}

describe('compactions that do not help', () => {
  it('are counted once each, by the first size that the provider reports', () => {
    expect(struck(1).strikes).toBe(1);
    expect(afterSize(struck(1), still(6_000))).toEqual(struck(1));
    expect(struck(2)).toEqual({ isUnjudged: false, strikes: 2, struckAtTokens: 5_000, struckAt: NOW });
  });

  it('are forgotten when one helps, and at any size below the threshold', () => {
    expect(afterSize(afterCommit(struck(2)), below(1_000))).toEqual(HELPFUL);
    expect(afterSize(struck(2), below(1_000))).toEqual(HELPFUL);
  });

  it('judge nothing by growth without a compaction', () => {
    expect(afterSize(HELPFUL, still(9_000))).toEqual(HELPFUL);
  });

  it('stop the automatic trigger after the second, and say why with figures', () => {
    expect(describeFutility(struck(1), { tokens: 5_000, now: NOW })).toBeUndefined();
    expect(describeFutility(struck(2), { tokens: 5_000, now: NOW })).toBe(
      'The last 2 compactions left the request at 5,000 tokens, still above the threshold; the automatic trigger waits for more content. /compress works at any time.',
    );
    expect(describeFutility(struck(3), { tokens: 5_000, now: NOW })).toMatch(/^The last 3 compactions/);
  });

  it.each([
    ['has grown by a tenth', { tokens: 5_500, now: NOW }],
    ['was left alone for 300 s', { tokens: 5_000, now: NOW + 300_000 }],
    ['is met with a clock that was set back', { tokens: 5_000, now: NOW - 1 }],
  ])('are tried again once the request %s', (_, at) => {
    expect(describeFutility(struck(2), at)).toBeUndefined();
  });

  it('wait until right before that', () => {
    expect(describeFutility(struck(2), { tokens: 5_499, now: NOW + 299_999 })).toBeDefined();
  });

  it('wait anew after a further one that did not help', () => {
    const later = NOW + 300_000;
    const record = afterSize(afterCommit(struck(2)), still(5_000, later));
    expect(describeFutility(record, { tokens: 5_000, now: later })).toBeDefined();
  });
});
