import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from './any-text.fixture.ts';
import { SNIPPET_CHARS, snippetOf } from './snippet-of.ts';

describe('a snippet', () => {
  it('is the whole text where that is short, on one line', () => {
    expect(snippetOf('one\r\n\t two\u001b[31m\u202e three\u2028four', { start: 7, end: 10 })).toBe(
      'one two [31m three four',
    );
  });

  it('shows the place with its surroundings, and where it was cut', () => {
    const text = `${'before '.repeat(100)}NEEDLE${' after'.repeat(100)}`;
    const snippet = snippetOf(text, { start: 700, end: 706 });
    expect(snippet).toMatch(/^….{20,80} NEEDLE after .*…$/);
    expect(snippet.length).toBeGreaterThan(200);
  });

  it('is one line of at most 240 characters with what was found in it, whatever the text', () => {
    const text = fc.array(
      fc.oneof(anyText(), fc.constantFrom('🚀🚀', ' \n ', 'word '.repeat(70), '\ud800', '\u202e')),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(text, text, fc.constantFrom('NEEDLE', '🚀', ''), (lead, rest, needle) => {
        const before = lead.join('');
        const snippet = snippetOf(before + needle + rest.join(''), {
          start: before.length,
          end: before.length + needle.length,
        });
        expect(snippet.length).toBeLessThanOrEqual(SNIPPET_CHARS);
        expect(snippet).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        expect(snippet.isWellFormed()).toBe(true);
        expect(snippet).toContain(needle);
      }),
      { numRuns: 300 },
    );
  });

  it('never cuts a pair', () => {
    for (let shift = 0; shift < 4; shift += 1) {
      const text = `${'x'.repeat(shift)}${'🚀'.repeat(600)}NEEDLE${'🚀'.repeat(600)}`;
      const start = text.indexOf('NEEDLE');
      expect(snippetOf(text, { start, end: start + 6 })).toMatch(/^…(?:🚀)+NEEDLE(?:🚀)+…$/u);
    }
  });
});
