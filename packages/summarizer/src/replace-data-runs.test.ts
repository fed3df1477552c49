import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replaceDataRuns } from './replace-data-runs.ts';

const BASE64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'.repeat(40);

describe('replaceDataRuns', () => {
  it('replaces data URLs, long and short, by a note of their size', () => {
    expect(replaceDataRuns(`see data:image/png;base64,${BASE64} here`)).toBe('see [data: 1 KB] here');
    expect(replaceDataRuns('data:application/pdf;base64,JVBERi0=')).toBe('[data: 6 bytes]');
  });

  it('replaces bare runs, in one line or broken into lines of one width', () => {
    expect(replaceDataRuns(`blob=${BASE64}`)).toBe('blob=[data: 1 KB]');
    const lines = BASE64.match(/.{1,76}/g)?.join('\n') ?? '';
    expect(replaceDataRuns(`-----\n${lines}\n-----`)).toBe('-----\n[data: 1 KB]\n-----');
  });

  it('leaves rulers, long words, hashes and lists of paths alone', () => {
    const texts = [
      '-'.repeat(600),
      'x'.repeat(600),
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      Array.from(
        { length: 20 },
        (_, index) => `packages/summarizer/src/extract/${'folder/'.repeat(5 + (index % 3))}file`,
      ).join('\n'),
    ];
    for (const text of texts) expect(replaceDataRuns(text)).toBe(text);
  });

  it('leaves no long run of base64 in any text', () => {
    const run = fc.integer({ min: 0, max: 90 }).map((times) => BASE64.slice(0, times * 12));
    const word = fc.string({ maxLength: 20 });
    fc.assert(
      fc.property(fc.array(fc.tuple(word, run), { maxLength: 6 }), (parts) => {
        const cleaned = replaceDataRuns(parts.map(([text, data]) => `${text} ${data} `).join(''));
        expect(cleaned).not.toMatch(/[A-Za-z0-9+/]{300}/);
      }),
    );
  });

  it('reads ten megabytes of almost-data in a moment', () => {
    const text = `${'a1B'.repeat(80)} `.repeat(40_000);
    const start = performance.now();
    expect(replaceDataRuns(text)).toBe(text);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
