import type { Message } from '@hermes-context/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInZone, timestampOf } from './timestamp.ts';

const at = (timestamp: unknown): Message => {
  const message = { role: 'user', content: 'x', timestamp } as const;
  return message;
};

describe('timestampOf', () => {
  it('tells seconds and milliseconds apart, and reads ISO 8601', () => {
    expect(timestampOf(at(1_924_995_600))).toBe(1_924_995_600_000);
    expect(timestampOf(at(1_924_995_600_000))).toBe(1_924_995_600_000);
    expect(timestampOf(at('2031-03-30T02:30:00+01:00'))).toBe(Date.parse('2031-03-30T01:30:00Z'));
  });

  it('does not know what says nothing, instead of taking it for 1970 or now', () => {
    for (const value of [undefined, null, 'not-a-date', Number.NaN, Number.POSITIVE_INFINITY, {}, true]) {
      expect(timestampOf(at(value))).toBeUndefined();
    }
    expect(timestampOf({ role: 'user', content: 'x' })).toBeUndefined();
  });
});

describe('formatInZone', () => {
  it('writes the offset of the zone out', () => {
    const moment = Date.parse('2031-03-30T01:30:00Z');
    expect(formatInZone(moment, 'Asia/Kathmandu')).toBe('2031-03-30T07:15:00+05:45');
    expect(formatInZone(moment, 'UTC')).toBe('2031-03-30T01:30:00+00:00');
    expect(formatInZone(moment, 'Europe/Zurich')).toBe('2031-03-30T03:30:00+02:00'); // the clocks were put forward at 01:00 UTC
  });

  it('names the same moment in every zone', () => {
    const zones = fc.constantFrom('Asia/Kathmandu', 'America/New_York', 'Australia/Lord_Howe', 'UTC');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), zones, (moment, zone) => {
        expect(Date.parse(formatInZone(moment, zone))).toBe(Math.trunc(moment / 1_000) * 1_000);
      }),
    );
  });
});
