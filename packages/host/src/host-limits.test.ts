import { describe, expect, it } from 'vitest';
import { settleLimits } from './host-limits.ts';

describe('settleLimits', () => {
  it('fills in what is not given', () => {
    expect(settleLimits({ toolTimeoutMs: 5 })).toMatchObject({ toolTimeoutMs: 5, leaseTtlMs: 60_000 });
    expect(settleLimits({ idleCompactionMs: 0, hygieneHoldMs: 0 })).toMatchObject({ hygieneHoldMs: 0 });
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])(
    'refuses %s for a time, by its name',
    (value) => {
      expect(() => settleLimits({ compactionTimeoutMs: value })).toThrow(/^limits\.compactionTimeoutMs is /);
    },
  );
});
