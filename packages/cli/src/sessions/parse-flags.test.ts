import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseChoice, parseCount, parseMoment } from './parse-flags.ts';

const LIMIT = { option: '--limit', max: 100 };

describe('a number', () => {
  it('is whole and within its bounds', () => {
    expect(parseCount(undefined, LIMIT)).toBeUndefined();
    expect([parseCount('1', LIMIT), parseCount(' 100 ', LIMIT), parseCount('0', { ...LIMIT, min: 0 })]).toEqual([
      1, 100, 0,
    ]);
  });

  it.each(['', '0', '101', '-1', '1.5', '1e2', '0x10', 'ten', '٣', '1'.repeat(30)])('is not %j', (text) => {
    expect(() => parseCount(text, LIMIT)).toThrow('It is a whole number, from 1 to 100.');
  });
});

describe('a moment', () => {
  it.each([
    ['2031-05-20T14:30:00Z', '2031-05-20T14:30:00.000Z'],
    ['2031-05-20t14:30z', '2031-05-20T14:30:00.000Z'],
    ['2031-05-20 16:30:00.5+02:00', '2031-05-20T14:30:00.500Z'],
    ['2031-05-20T09:15:00-0515', '2031-05-20T14:30:00.000Z'],
  ])('is %s', (text, iso) => {
    expect(new Date(parseMoment(text, '--after') ?? 0).toISOString()).toBe(iso);
  });

  it.each([
    '2031-05-20T14:30:00',
    '2031-05-20',
    '2031-05-20Z',
    '2031-02-30T10:00:00Z',
    '2031-13-01T10:00:00Z',
    '2031-05-20T25:00:00Z',
    'yesterday',
    '',
    '1700000000',
  ])('is not %j', (text) => {
    expect(() => parseMoment(text, '--after')).toThrow('with its zone');
  });

  it('is any moment that was written as one', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }), (date) => {
        expect(parseMoment(date.toISOString(), '--after')).toBe(date.getTime());
      }),
    );
  });
});

it('takes one of the choices, and names them all otherwise', () => {
  const rule = { option: '--mode', choices: ['text', 'regex'] as const };
  expect(parseChoice('regex', rule)).toBe('regex');
  expect(() => parseChoice('Regex', rule)).toThrow('It is one of text, regex.');
});
