import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duration, isoTime, relativeTime } from './relative-time.ts';

const NOW = Date.parse('2031-05-20T12:00:00Z');
const at = (iso: string): string => relativeTime(Date.parse(iso), NOW);

describe('how long ago', () => {
  it('is told in the unit that fits', () => {
    expect(at('2031-05-20T11:59:01Z')).toBe('just now');
    expect(at('2031-05-20T11:59:00Z')).toBe('1 min ago');
    expect(at('2031-05-20T11:00:01Z')).toBe('59 min ago');
    expect(at('2031-05-20T11:00:00Z')).toBe('1 h ago');
    expect(at('2031-05-19T12:00:01Z')).toBe('23 h ago');
    expect(at('2031-05-19T12:00:00Z')).toBe('1 day ago');
    expect(at('2031-04-21T12:00:00Z')).toBe('29 days ago');
    expect(at('2031-04-20T12:00:00Z')).toBe('2031-04-20');
  });

  it('is a date for what lies ahead, by more than clocks differ', () => {
    expect(at('2031-05-20T12:00:30Z')).toBe('just now');
    expect(at('2031-05-21T12:00:00Z')).toBe('2031-05-21');
  });

  it('is short for any moment', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (atMs) => {
        expect(relativeTime(atMs, NOW)).toMatch(/^.{3,24}$/);
      }),
    );
  });
});

describe('a length of time', () => {
  it('has the unit that fits', () => {
    const lengths = [0, 999, 1_000, 9_940, 12_300, 59_999, 60_000, 3_599_999, 7_200_000, 172_800_000];
    expect(lengths.map(duration)).toEqual([
      '0 ms',
      '999 ms',
      '1.0 s',
      '9.9 s',
      '12 s',
      '59 s',
      '1 min',
      '59 min',
      '2 h',
      '2 days',
    ]);
  });
});

describe('a moment', () => {
  it('is ISO 8601 in UTC, or the number where no calendar has it', () => {
    expect(isoTime(0)).toBe('1970-01-01T00:00:00.000Z');
    expect(isoTime(1e20)).toBe('100000000000000000000');
  });
});
