import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkSessionId } from './input-checks.ts';
import { newSessionId } from './new-session-id.ts';

const randomHex = fc.stringMatching(/^[0-9a-f]{6}$/);

it('names the moment in UTC', () => {
  expect(newSessionId(Date.UTC(2026, 0, 2, 3, 4, 5, 678), '00ff1a')).toBe('20260102_030405_00ff1a');
});

it('is an id that a store takes, and sorts by time', () => {
  const moment = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) });
  fc.assert(
    fc.property(moment, moment, randomHex, (one, other, hex) => {
      const [first, second] = [Math.min(one, other), Math.max(one, other)];
      expect(checkSessionId(newSessionId(first, hex))).toBe(newSessionId(first, hex));
      expect(newSessionId(first, hex) <= newSessionId(second, hex)).toBe(true);
    }),
  );
});
