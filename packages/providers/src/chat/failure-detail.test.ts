import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureDetail } from './failure-detail.ts';

describe('a detail', () => {
  it('is our words, then those of the provider', () => {
    expect(failureDetail('m answered HTTP 400', 'No\n  such   thing.', '')).toBe('m answered HTTP 400: No such thing.');
    expect(failureDetail('m answered HTTP 400', undefined, '')).toBe('m answered HTTP 400.');
  });

  it('masks secrets, the key of the endpoint among them', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const detail = failureDetail('m failed', `key my-own-key-1 and ${token} are wrong`, 'my-own-key-1');
    expect(detail).not.toContain('my-own-key-1');
    expect(detail).not.toContain(token);
  });

  it('leaves words alone that a made-up key is part of', () => {
    expect(failureDetail('m failed', 'none of the boxes', 'none')).toBe('m failed: none of the boxes');
  });

  it('masks a secret that control characters cut in two', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const split = `${token.slice(0, 8)}\u001b[1m${token.slice(8, 20)}\u200b${token.slice(20)}`;
    expect(failureDetail('m failed', split, '')).not.toContain('a1B2');
  });

  it('does not show half of a secret that lies where reading stops', () => {
    // What stands for the long token leaves room for what comes behind it, of which 11 characters are read.
    const long = `eyJhbGciOiJIUzI1NiJ9.eyJ${'c3D4'.repeat(979)}.${'c3D4'.repeat(12)}`;
    const said = `${long.slice(0, 3_988)} ghp_${'a1B2'.repeat(9)}`;
    const detail = failureDetail('m failed', said, '');
    expect(detail).toContain('[REDACTED');
    expect(detail).not.toContain('a1B2');
  });

  it('is one line of at most 300 characters without controls, whatever is said', () => {
    const said = fc.oneof(
      fc.array(fc.nat({ max: 0xffff }), { maxLength: 600 }).map((units) => String.fromCharCode(...units)),
      fc.nat({ max: 9_000 }).map((length) => '\u001b[31mé '.repeat(length)),
    );
    fc.assert(
      fc.property(said, fc.string(), (text, key) => {
        const detail = failureDetail('m failed', text, key);
        expect(detail.length).toBeLessThanOrEqual(300);
        expect(detail).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
        expect(detail.isWellFormed()).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
