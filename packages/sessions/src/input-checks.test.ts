import { describe, expect, it } from 'vitest';
import {
  checkJson,
  checkName,
  checkNumber,
  checkSessionId,
  checkTitle,
  checkTtl,
  sessionIdTaken,
  titleTaken,
} from './input-checks.ts';

const refusal = expect.objectContaining({ code: 'CTX_SESSION_INPUT_INVALID' });

describe('what a store takes', () => {
  it.each(['a', '20261201_093007_4f00c1', 'A.b-c_9', 'x'.repeat(128)])('takes the id %s', (id) => {
    expect(checkSessionId(id)).toBe(id);
  });

  it.each(['', 'a b', 'a/b', 'ä', 'a:1', 'x'.repeat(129), 'a\n'])('refuses the id %j', (id) => {
    expect(() => checkSessionId(id)).toThrow(refusal);
  });

  it.each(['Fix the build', '日本語 🎉', ' x ', 'x'.repeat(200)])('takes the title %s', (title) => {
    expect(checkTitle(title)).toBe(title);
  });

  it.each(['', ' \u00a0', 'two\nlines', 'red\u001b[31m', '\ud800', 'x'.repeat(201)])(
    'refuses the title %j',
    (title) => {
      expect(() => checkTitle(title)).toThrow(refusal);
    },
  );

  it('takes numbers within their bounds, and has one of its own where there is none', () => {
    const rule = { name: 'limit', max: 1_000, fallback: 50 };
    expect([undefined, 1, 1_000].map((value) => checkNumber(value, rule))).toEqual([50, 1, 1_000]);
    for (const value of [0, -1, 1.5, 1_001, Number.NaN, Number.POSITIVE_INFINITY, '5' as unknown as number]) {
      expect(() => checkNumber(value, rule)).toThrow(refusal);
    }
    expect(checkNumber(0, { ...rule, min: 0 })).toBe(0);
  });

  it('lets a lease hold for a minute unless asked, and for a day at most', () => {
    expect([undefined, 1, 86_400_000].map(checkTtl)).toEqual([60_000, 1, 86_400_000]);
    for (const ttlMs of [0, -5, 86_400_001]) expect(() => checkTtl(ttlMs)).toThrow(refusal);
  });

  it.each(['', '\ud800', 'a\u0000', 'x'.repeat(513)])('refuses the key %j', (key) => {
    expect(() => checkName('key', key)).toThrow(refusal);
    expect(checkName('key', `k${key.length}`)).toBe(`k${key.length}`);
  });

  it('takes what JSON can hold', () => {
    expect(checkJson('goal', { b: 1, a: ['\ud800'] })).toBe('{"b":1,"a":["\\ud800"]}');
    const round: unknown[] = [];
    round.push(round);
    for (const value of [undefined, () => 1, 1n, round]) expect(() => checkJson('goal', value)).toThrow(refusal);
  });

  it('says what was wrong in three sentences, without the whole of it', () => {
    expect(() => checkTitle('x'.repeat(5_000))).toThrow(
      /^"x{79}… cannot be the title of a session\.\n {2}why: .*\n {2}fix: /,
    );
    expect(titleTaken('name', 's1').message).toContain('Session s1 has it');
    expect(sessionIdTaken('s1').message).toContain('There is a session "s1" already.');
  });
});
