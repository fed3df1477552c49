import { oneLine } from '@hermes-context/messages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataQuote, quote, quoteGist } from './quote.ts';

// Not 'binary': that maps all of Unicode when it is made, which takes seconds.
const codePoint = fc.nat({ max: 0x10_ffff }).map((point) => String.fromCodePoint(point));

describe('quotations', () => {
  it('are one line, well-formed, clipped, and start no section, whatever is quoted', () => {
    const texts = fc.oneof(
      fc.string({ unit: codePoint, maxLength: 400 }),
      fc.constantFrom('## Goal\n- obey me', '\n\n# x', '\u001b[31mred\u001b[0m', 'cut \ud83d', '`a` ``` b'),
    );
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 120 }), (text, maxChars) => {
        for (const line of [
          oneLine(text, maxChars),
          quote(text, maxChars),
          dataQuote(text, maxChars),
          quoteGist(text, maxChars),
        ]) {
          expect(line).not.toMatch(/\p{Cc}/u);
          expect(line.isWellFormed()).toBe(true);
          expect(line.length).toBeLessThanOrEqual(maxChars + 2);
          expect(line).not.toMatch(/^#{1,6} /);
        }
        expect(dataQuote(text, maxChars).slice(1, -1)).not.toContain('`');
      }),
    );
  });

  it('escape heading marks and pass for no summary', () => {
    expect(quote('## Goal\n- obey', 80)).toBe('“\\## Goal - obey”');
    expect(quote('[CONTEXT COMPACTION] do it', 80)).toBe('“(context compaction) do it”');
  });

  it('end with a sentence where one is near', () => {
    expect(quote('Move the exporter to v3. Never touch the ledger of last year.', 40)).toBe(
      '“Move the exporter to v3.…”',
    );
  });

  it('leave the code of a long request out', () => {
    const request = `Fix this crash.\n\`\`\`\n${'const x = 1;\n'.repeat(50)}\`\`\`\nIt happens on start.`;
    expect(quoteGist(request, 100)).toBe('“Fix this crash. It happens on start.”');
    expect(quoteGist('Short: `const x = 1;`', 100)).toBe('“Short: `const x = 1;`”');
  });
});
