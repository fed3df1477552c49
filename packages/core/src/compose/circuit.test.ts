import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterFailure, CLOSED, isOpen } from './circuit.ts';

const policy = { maxFailureCount: 3, pauseMs: 1_000 };

describe('the circuit of an engine', () => {
  it('opens at the third failure in a row, for a second, and again at the next failure', () => {
    const twice = afterFailure(afterFailure(CLOSED, policy, 10), policy, 20);
    expect(isOpen(twice, 20)).toBe(false);
    const thrice = afterFailure(twice, policy, 30);
    expect(thrice).toEqual({ failureCount: 3, retryAtMs: 1_030 });
    expect([isOpen(thrice, 1_029), isOpen(thrice, 1_030)]).toEqual([true, false]);
    expect(afterFailure(thrice, policy, 1_030).retryAtMs).toBe(2_030);
  });

  it('is open exactly from so many failures on, until the pause is over', () => {
    const nat = fc.nat({ max: 10_000 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.nat({ max: 8 }),
        nat,
        nat,
        (maxFailureCount, failures, at, later) => {
          let circuit = CLOSED;
          for (let count = 0; count < failures; count += 1)
            circuit = afterFailure(circuit, { maxFailureCount, pauseMs: 500 }, at);
          expect(isOpen(circuit, at + later)).toBe(failures >= maxFailureCount && later < 500);
        },
      ),
    );
  });
});
