import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GREP_CHOICES, parseGrep } from './parse-grep.ts';
import { parseTime } from './parse-time.ts';

describe('parseGrep', () => {
  it('fills in every default', () => {
    expect(parseGrep({ pattern: 'x' })).toEqual({
      kind: 'request',
      request: {
        pattern: 'x',
        mode: 'auto',
        in: 'messages',
        within: { kind: 'session' },
        roles: [],
        toolNames: [],
        case: 'smart',
        contextLines: 0,
        limit: 20,
        sort: 'newest',
        groupBy: 'none',
        countOnly: false,
        includeAbandoned: false,
      },
    });
  });

  it.each([
    [undefined, 'not an object'],
    [{}, '"pattern" is missing'],
    [{ pattern: 5 }, '"pattern" is 5'],
    [{ pattern: 'x', limit: 0 }, 'from 1 to 200'],
    [{ pattern: 'x', limit: -5 }, 'from 1 to 200'],
    [{ pattern: 'x', limit: 1_000 }, 'from 1 to 200'],
    [{ pattern: 'x', limit: 2.5 }, 'from 1 to 200'],
    [{ pattern: 'x', context_lines: 6 }, 'from 0 to 5'],
    [{ pattern: 'x', roles: ['human'] }, '"system", "user", "assistant", "tool"'],
    [{ pattern: 'x', tool_names: [''] }, 'no name'],
    [{ pattern: 'x', case: 'upper' }, '"smart", "sensitive", "insensitive"'],
    [{ pattern: 'x', sort: 'best' }, '"newest", "oldest", "relevance"'],
    [{ pattern: 'x', group_by: 'day' }, '"none", "summary"'],
    [{ pattern: 'x', count_only: 'maybe' }, 'true or false'],
    [{ pattern: 'x', since: 'yesterday' }, 'no time'],
    [{ pattern: 'x', since: 1_700_000_000 }, 'no time'],
    [{ pattern: 'x', since: '2026-01-31' }, 'no zone'],
    [{ pattern: 'x', since: '2026-02-30T00:00:00Z' }, 'no time'],
    [{ pattern: 'x', since: '2026-01-02T00:00:00Z', until: '2026-01-02T00:00:00Z' }, 'not before'],
    [{ pattern: 'x', toolNames: ['read'] }, '"tool_names" is meant'],
  ])('refuses %j', (input, message) => {
    const answer = parseGrep(input);
    expect(answer.kind === 'error' && answer.message).toContain(message);
  });

  it('takes a summary by its id in whatever case, and any other text for a session', () => {
    expect(parseGrep({ pattern: 'x', within: 'SUM_0123456789AB' })).toMatchObject({
      request: { within: { kind: 'summary', summaryId: 'sum_0123456789ab' } },
    });
    expect(parseGrep({ pattern: 'x', within: '20260101_a' })).toMatchObject({
      request: { within: { kind: 'other', sessionId: '20260101_a' } },
    });
  });

  it('answers anything with a request or an error, and never throws', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.dictionary(
          fc.constantFrom('pattern', 'within', 'since', 'limit', ...Object.keys(GREP_CHOICES)),
          fc.anything(),
        ),
        (input, fields) => {
          for (const each of [input, fields]) expect(['request', 'error']).toContain(parseGrep(each).kind);
        },
      ),
    );
  });
});

describe('parseTime', () => {
  it('I28 takes every time with a zone for what it is', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1970-01-02'), max: new Date('9990-01-01'), noInvalidDate: true }),
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        (date, offset) => {
          expect(parseTime(date.toISOString())).toBe(date.getTime());
          const shifted = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1);
          const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) =>
            String(part).padStart(2, '0'),
          );
          expect(parseTime(`${shifted}${offset < 0 ? '-' : '+'}${hours}:${minutes}`)).toBe(date.getTime());
        },
      ),
    );
  });
});
