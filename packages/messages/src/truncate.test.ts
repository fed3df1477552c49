import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { truncateMiddle, truncateText, wellFormed } from './truncate.ts';

interface SurrogateCase {
  readonly input: { readonly limits: readonly number[]; readonly texts: readonly string[] };
}

const { input }: SurrogateCase = JSON.parse(
  readFileSync(new URL('../../../test/cases/11-surrogate-cut.json', import.meta.url), 'utf8'),
);

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Every boundary of a text, its end included. */
function boundaries(text: string): ReadonlySet<number> {
  return new Set([...Array.from(segmenter.segment(text), (segment) => segment.index), text.length]);
}

function roundTripsThroughUtf8(text: string): boolean {
  const json = JSON.stringify(text);
  return new TextDecoder().decode(new TextEncoder().encode(json)) === json && !/\\ud[89a-f]/i.test(json);
}

/** Text of clusters that a careless cut breaks, some longer than one code point, with lone halves between. */
const trickyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'a',
        ' ',
        'é',
        '\r\n',
        '中',
        '😀',
        '👩‍👩‍👧‍👦',
        '🇨🇭',
        '🇯',
        'न',
        'मस्ते',
        'e\u0301\u0323',
        '\ud83d',
        '\ude00',
        '\u200d',
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 60 },
  )
  .map((pieces) => pieces.join(''));

describe('truncateText', () => {
  describe('case 11-surrogate-cut', () => {
    const pairs = input.texts.flatMap((text) => input.limits.map((limit) => ({ text, limit })));

    it('has a lone surrogate in no output', () => {
      for (const { text, limit } of pairs) expect(truncateText(text, limit).isWellFormed()).toBe(true);
    });

    it('replaces a lone surrogate of the input by U+FFFD', () => {
      expect(truncateText('a\ud83d', 12)).toBe('a\ufffd');
      expect(truncateText('a\ud83d', 2)).toBe('a\ufffd');
      expect(truncateText('a\ud83d', 1)).toBe('a');
      for (const { text, limit } of pairs) expect(text.toWellFormed().startsWith(truncateText(text, limit))).toBe(true);
    });

    it('survives JSON through UTF-8 unchanged', () => {
      for (const { text, limit } of pairs) expect(roundTripsThroughUtf8(truncateText(text, limit))).toBe(true);
    });

    it('stays within the limit, or is empty where the first cluster does not fit', () => {
      for (const { text, limit } of pairs) expect(truncateText(text, limit).length).toBeLessThanOrEqual(limit);
      expect(truncateText('👩‍👩‍👧‍👦 family', 10)).toBe('');
      expect(truncateText('👩‍👩‍👧‍👦 family', 11)).toBe('👩‍👩‍👧‍👦');
    });

    it('never cuts inside a cluster', () => {
      for (const { text, limit } of pairs) {
        expect(boundaries(text.toWellFormed())).toContain(truncateText(text, limit).length);
      }
    });

    it('obeys the same at both cuts of a middle cut', () => {
      for (const { text, limit } of pairs) {
        const out = truncateMiddle(text, { maxChars: limit, marker: () => '|' });
        const whole = text.toWellFormed();
        expect(out.length).toBeLessThanOrEqual(limit);
        expect(roundTripsThroughUtf8(out)).toBe(true);
        const [head = '', tail] = out.split('|');
        expect(boundaries(whole)).toContain(head.length);
        if (tail !== undefined) expect(boundaries(whole)).toContain(whole.length - tail.length);
      }
    });
  });

  it('keeps the longest whole clusters that fit', () => {
    fc.assert(
      fc.property(trickyText, fc.nat({ max: 200 }), (text, limit) => {
        const whole = text.toWellFormed();
        const longest = Math.max(...[0, ...boundaries(whole)].filter((boundary) => boundary <= limit));
        expect(truncateText(text, limit)).toBe(whole.slice(0, longest));
      }),
    );
  });

  it('is empty for a limit of nothing or less', () => {
    expect(truncateText('text', 0)).toBe('');
    expect(truncateText('text', -3)).toBe('');
  });

  it('never splits a surrogate pair in a cluster that has no end', () => {
    const endless = `e${'\u{1e000}'.repeat(2_000)}`;
    const out = truncateText(endless, 1_000);
    expect(out.isWellFormed()).toBe(true);
    expect(out.length).toBeGreaterThanOrEqual(998);
  });

  it('reads only the neighbourhood of the cut', () => {
    const text = 'नमस्ते'.repeat(500_000);
    const started = performance.now();
    for (let cut = 100; cut < 200; cut += 1) truncateText(text, text.length - cut);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

describe('truncateMiddle', () => {
  it('keeps beginning and end, and says how much is missing', () => {
    const text = `start ${'x'.repeat(500)} end`;
    const out = truncateMiddle(text, { maxChars: 60 });
    expect(out).toBe('start xxxxxxxxx\n[… 480 characters omitted …]\nxxxxxxxxxxx end');
    expect(out.length).toBeLessThanOrEqual(60);
  });

  it('keeps a text that fits', () => {
    expect(truncateMiddle('short', { maxChars: 5 })).toBe('short');
  });

  it('keeps the beginning alone where there is no room for a marker', () => {
    expect(truncateMiddle('x'.repeat(50), { maxChars: 10 })).toBe('x'.repeat(10));
  });

  it('never outgrows its limit, whatever the marker says', () => {
    const marker = (omittedChars: number) => '.'.repeat(Math.max(0, 40 - omittedChars));
    fc.assert(
      fc.property(trickyText, fc.nat({ max: 100 }), (text, maxChars) => {
        const out = truncateMiddle(text, { maxChars, marker });
        expect(out.length).toBeLessThanOrEqual(maxChars);
        expect(out.isWellFormed()).toBe(true);
      }),
    );
  });

  it('cuts at cluster boundaries on both sides', () => {
    fc.assert(
      fc.property(trickyText, fc.nat({ max: 100 }), (text, maxChars) => {
        const whole = wellFormed(text);
        const out = truncateMiddle(text, { maxChars, marker: () => '\u0001' });
        const cut = out.indexOf('\u0001');
        if (cut === -1 || whole.includes('\u0001')) return;
        expect(boundaries(whole)).toContain(cut);
        expect(boundaries(whole)).toContain(whole.length - (out.length - cut - 1));
      }),
    );
  });
});

describe('wellFormed', () => {
  it('replaces lone halves and keeps pairs', () => {
    expect(wellFormed('😀 \ud83d \ude00')).toBe('😀 \ufffd \ufffd');
  });
});
