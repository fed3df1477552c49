import { expect, it } from 'vitest';
import { manualClock } from './manual-clock.ts';

it('stands still until it is told to move, in either direction', () => {
  const clock = manualClock(1_000);
  expect([clock.now(), clock.now()]).toEqual([1_000, 1_000]);
  clock.advance(500);
  expect(clock.now()).toBe(1_500);
  clock.advance(-700);
  expect(clock.now()).toBe(800);
});

it('refuses parts of a millisecond', () => {
  expect(() => manualClock().advance(0.5)).toThrow('cannot advance by 0.5');
});
