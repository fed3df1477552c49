import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterFailure, cooldownLeft, type FailureRecord } from './failure-record.ts';

const NOW = Date.UTC(2026, 11, 1);

function failuresInARow(count: number, at: number = NOW): FailureRecord | undefined {
  let record: FailureRecord | undefined;
  for (let index = 0; index < count; index += 1) record = afterFailure(record, { now: at, detail: 'No answer.' });
  return record;
}

describe('the cooldown after failures', () => {
  it.each([
    [1, 60_000],
    [2, 300_000],
    [3, 900_000],
    [4, 900_000],
    [100, 900_000],
  ])('of %i in a row is %i ms', (count, wait) => {
    const record = failuresInARow(count);
    expect(cooldownLeft(record, NOW)).toBe(wait);
    expect(cooldownLeft(record, NOW + wait - 1)).toBe(1);
    expect(cooldownLeft(record, NOW + wait)).toBeUndefined();
  });

  it('is none without a failure', () => {
    expect(cooldownLeft(undefined, NOW)).toBeUndefined();
  });

  it('begins with the newest failure, and keeps what went wrong then', () => {
    const record = afterFailure(failuresInARow(1), { now: NOW + 1_000, detail: 'The key is wrong.' });
    expect(record).toEqual({ failures: 2, at: NOW + 1_000, detail: 'The key is wrong.' });
    expect(cooldownLeft(record, NOW + 1_000)).toBe(300_000);
  });

  it('ends when the clock is set forward', () => {
    expect(cooldownLeft(failuresInARow(3), NOW + 86_400_000)).toBeUndefined();
  });

  it('ends when the clock is set back, instead of lasting until it has caught up', () => {
    expect(cooldownLeft(failuresInARow(3), NOW - 86_400_000)).toBeUndefined();
    expect(cooldownLeft(failuresInARow(1), NOW - 1)).toBeUndefined();
  });

  it('never lasts longer than its full length, and shrinks as time passes', () => {
    const shift = fc.integer({ min: -1e9, max: 1e9 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), shift, fc.nat(900_000), (count, start, passed) => {
        const record = failuresInARow(count);
        const left = cooldownLeft(record, NOW + start);
        expect(left ?? 0).toBeLessThanOrEqual(900_000);
        if (left !== undefined) {
          const later = cooldownLeft(record, NOW + start + passed);
          expect(later ?? 0).toBe(Math.max(0, left - passed));
        }
      }),
    );
  });
});
