import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineOf, snippetOf } from './snippet.ts';

const text = fc
  .array(fc.constantFrom('a', ' ', '\n', '\r\n', '𠮷', '👩‍💻', '\u202e', '\0', 'word ', 'x'.repeat(90), '端'), {
    minLength: 1,
    maxLength: 40,
  })
  .map((parts) => parts.join(''));
const place = fc.tuple(fc.nat(), fc.nat(60));

describe('snippetOf', () => {
  it('marks what matched, cleaned, within a short well-formed text', () => {
    fc.assert(
      fc.property(text, place, fc.constantFrom(0, 1, 5), (whole, [at, length], contextLines) => {
        const start = onBoundary(whole, at % whole.length);
        const end = onBoundary(whole, Math.min(whole.length, start + length));
        const snippet = snippetOf(whole, { start, end }, contextLines);
        expect(snippet.text.isWellFormed()).toBe(true);
        expect(snippet.text.length).toBeLessThanOrEqual(contextLines === 0 ? 250 : 250 * (2 * contextLines + 1));
        expect(snippet.text).not.toMatch(/[\0\r\u202e]/);
        if (contextLines === 0) expect(snippet.text).not.toContain('\n');
        expect(0 <= snippet.start && snippet.start <= snippet.end && snippet.end <= snippet.text.length).toBe(true);
        const marked = snippet.text.slice(snippet.start, snippet.end).replace('…', '').replaceAll(/\s/g, '');
        expect(
          whole
            .slice(start, end)
            .replaceAll(/[\s\0\u202e]/g, '')
            .startsWith(marked),
        ).toBe(true);
      }),
    );
  });

  it('shows what stands before and behind on one line, cut where it is long', () => {
    const whole = `${'before '.repeat(30)}NEEDLE${' after'.repeat(60)}`;
    const start = whole.indexOf('NEEDLE');
    const snippet = snippetOf(whole, { start, end: start + 6 }, 0);
    expect(snippet.text.slice(snippet.start, snippet.end)).toBe('NEEDLE');
    expect(snippet.text).toMatch(/^….*before NEEDLE after.*…$/);
  });

  it('counts lines from 1', () => {
    expect([0, 1, 2, 3].map((at) => lineOf('a\nb\nc', at))).toEqual([1, 1, 2, 2]);
  });
});

function onBoundary(whole: string, at: number): number {
  return at > 0 && whole.charCodeAt(at) >= 0xdc_00 && whole.charCodeAt(at) < 0xe0_00 ? at - 1 : at;
}
