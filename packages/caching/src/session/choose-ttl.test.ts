import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseTtl, type TtlChoice } from './choose-ttl.ts';

const MINUTE_MS = 60_000;
const both: TtlChoice = { current: '5m', ttls: ['5m', '1h'], contextTokens: 60_000, turnTokens: 10_000 };
const gap = fc.oneof(
  fc.nat({ max: MINUTE_MS - 1 }),
  fc.integer({ min: MINUTE_MS, max: 5 * MINUTE_MS - 1 }),
  fc.integer({ min: 5 * MINUTE_MS, max: 60 * MINUTE_MS - 1 }),
  fc.integer({ min: 60 * MINUTE_MS, max: 500 * MINUTE_MS }),
);
const middleGap = fc.integer({ min: 5 * MINUTE_MS, max: 60 * MINUTE_MS - 1 });
const gaps = fc.array(gap, { maxLength: 40 });
const choice = fc.record<TtlChoice>({
  current: fc.constantFrom('5m', '1h'),
  ttls: fc.constant(['5m', '1h'] as const),
  contextTokens: fc.integer({ min: 1, max: 500_000 }),
  turnTokens: fc.nat({ max: 100_000 }),
  readRatio: fc.constantFrom(0.025, 0.05, 0.1),
});

/** What a session of such pauses costs with one lifetime, in tokens of plain input per token of the prompt. */
function costOf(pausesMs: readonly number[], ttl: '5m' | '1h', { contextTokens, turnTokens }: typeof both): number {
  const write = ttl === '5m' ? 1.25 : 2;
  const lifeMs = ttl === '5m' ? 5 * MINUTE_MS : 60 * MINUTE_MS;
  return pausesMs.reduce((sum, pauseMs) => {
    const head = (pauseMs < lifeMs ? 0.1 : write) * (contextTokens ?? 0);
    return sum + head + write * (turnTokens ?? 0);
  }, 0);
}

describe('chooseTtl', () => {
  it('never leaves 1h for one more pause of 5 to 60 minutes', () => {
    fc.assert(
      fc.property(gaps, middleGap, choice, (each, more, settings) => {
        if (chooseTtl(each, settings) === '1h') expect(chooseTtl([...each, more], settings)).toBe('1h');
      }),
    );
  });

  it('never goes over to 1h for a prompt that is smaller beside what a turn writes, or for dearer reads', () => {
    fc.assert(
      fc.property(gaps, choice, fc.nat(100_000), (each, settings, more) => {
        if (chooseTtl(each, settings) === '1h') return;
        const dearer = { ...settings, turnTokens: (settings.turnTokens ?? 0) + more };
        expect(chooseTtl(each, dearer)).toBe('5m');
        expect(chooseTtl(each, { ...settings, readRatio: 0.2 })).toBe('5m');
      }),
    );
  });

  it('changes nothing when asked again, and gaps inside a turn change nothing', () => {
    fc.assert(
      fc.property(gaps, choice, fc.array(fc.nat({ max: MINUTE_MS - 1 })), (each, settings, inside) => {
        const chosen = chooseTtl(each, settings);
        expect(chooseTtl(each, { ...settings, current: chosen })).toBe(chosen);
        expect(chooseTtl([...each, ...inside], settings)).toBe(chosen);
      }),
    );
  });

  it('takes what is cheaper for pauses that go on as they were, unless both cost much the same', () => {
    const pauses = fc.array(
      gap.filter((gapMs) => gapMs >= MINUTE_MS),
      { minLength: 20, maxLength: 20 },
    );
    fc.assert(
      fc.property(pauses, (each) => {
        const [short, long] = [costOf(each, '5m', both), costOf(each, '1h', both)];
        fc.pre(Math.abs(short - long) > 0.2 * Math.max(short, long));
        expect(chooseTtl(each, both)).toBe(short < long ? '5m' : '1h');
      }),
    );
  });

  it('begins with 5m, goes over to 1h with a coffee break, and returns when the pauses stay short', () => {
    const [quick, coffee] = [2 * MINUTE_MS, 20 * MINUTE_MS];
    expect(chooseTtl([], both)).toBe('5m');
    expect(chooseTtl([quick, quick], both)).toBe('5m');
    expect(chooseTtl([coffee], both)).toBe('1h');
    expect(chooseTtl([coffee, ...Array(9).fill(quick)], { ...both, current: '1h' })).toBe('1h');
    expect(chooseTtl([coffee, ...Array(12).fill(quick)], { ...both, current: '1h' })).toBe('5m');
  });

  it('pays with the first of nine pauses at 10,000 tokens a turn on a prompt of 60,000, give or take the hysteresis', () => {
    const one = (of: number): readonly number[] => [...Array(of - 1).fill(2 * MINUTE_MS), 20 * MINUTE_MS];
    // One short pause is assumed before the first.
    expect(chooseTtl(one(6), both)).toBe('1h');
    expect(chooseTtl(one(8), both)).toBe('5m');
    expect(chooseTtl(one(8), { ...both, current: '1h' })).toBe('1h');
    expect(chooseTtl(one(12), { ...both, current: '1h' })).toBe('5m');
  });

  it('forgets what was long ago', () => {
    const [before, since] = [Array(20).fill(20 * MINUTE_MS), Array(20).fill(2 * MINUTE_MS)];
    expect(chooseTtl([...before, ...since], { ...both, current: '1h' })).toBe('5m');
  });

  it('stays with 5m when pauses outlast the hour as often: then everything is written at the dearer price', () => {
    expect(
      chooseTtl(
        [120, 20, 120, 120].map((minutes) => minutes * MINUTE_MS),
        both,
      ),
    ).toBe('5m');
  });

  it('gives the only lifetime of a route that has one', () => {
    fc.assert(
      fc.property(gaps, choice, fc.constantFrom('5m', '1h'), (each, settings, only) => {
        expect(chooseTtl(each, { ...settings, ttls: [only] })).toBe(only);
      }),
    );
    expect(chooseTtl([20 * MINUTE_MS], { ...both, ttls: [] })).toBe('5m');
  });
});
