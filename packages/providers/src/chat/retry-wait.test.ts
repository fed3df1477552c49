import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryAfterMs, retryWaitMs } from './retry-wait.ts';

const NOW_MS = Date.UTC(2026, 10, 1);

describe('a wait', () => {
  it.each<readonly [Record<string, string>, number | undefined]>([
    [{}, undefined],
    [{ 'retry-after': '' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-3' }, undefined],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '1.5' }, 1_500],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [{ 'retry-after': new Date(NOW_MS + 7_000).toUTCString() }, 7_000],
    [{ 'retry-after': new Date(NOW_MS - 7_000).toUTCString() }, 0],
  ])('is read from %j', (headers, ms) => {
    expect(retryAfterMs(new Headers(headers), NOW_MS)).toBe(ms);
  });

  it('is what the server asks for, or doubles', () => {
    const timing = { retryAfterMs: undefined, retryDelayMs: 1_000 };
    expect([0, 1, 2].map((retriesBefore) => retryWaitMs({ ...timing, retriesBefore }))).toEqual([1_000, 2_000, 4_000]);
    expect(retryWaitMs({ ...timing, retryAfterMs: 0, retriesBefore: 2 })).toBe(0);
    expect(retryWaitMs({ ...timing, retryAfterMs: 3_000, retriesBefore: 2 })).toBe(3_000);
  });

  it('is at most 20 seconds', () => {
    fc.assert(
      fc.property(
        fc.option(fc.nat(), { nil: undefined }),
        fc.nat(),
        fc.nat({ max: 40 }),
        (asked, delay, retriesBefore) => {
          expect(retryWaitMs({ retryAfterMs: asked, retryDelayMs: delay, retriesBefore })).toBeLessThanOrEqual(20_000);
        },
      ),
    );
  });
});
