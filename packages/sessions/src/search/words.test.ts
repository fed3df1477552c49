import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from './any-text.fixture.ts';
import { indexText, wordsOf } from './words.ts';

const spans = (text: string): readonly string[] =>
  Array.from(wordsOf(text), ({ start, end }) => text.slice(start, end));

describe('the words of a text', () => {
  it('end where letters and digits end', () => {
    expect(spans('parse_query("a.b(c)") — E1042: x2, naïve')).toEqual('parse query a b c E1042 x2 naïve'.split(' '));
  });

  it('are single characters in scripts without spaces', () => {
    expect(spans('检查端到端 カタカナー 한국어 ค้นหา')).toEqual([...'检查端到端カタカナー한국어', 'ค้', 'น', 'ห', 'า']);
  });

  it('are pictures, each spelt in letters', () => {
    expect(indexText('a🚀b ❤️ 👨‍👩‍👧 🇩🇪')).toBe('a zx1f680 b zx2764 zx1f468 zx1f469 zx1f467 zx1f1e9 zx1f1ea');
  });

  it('have one form whatever their case, accents, width, order of marks', () => {
    for (const [one, other] of [
      ['Café', 'CAFE\u0301'],
      ['ＡＢＣ', 'abc'],
      ['ΟΔΟΣ', 'οδος'],
      ['İstanbul', 'istanbul'],
      ['が', 'か\u3099'],
      ['ガ', 'ｶﾞ'],
      ['한글', '한글'.normalize('NFD')],
      ['ﬁle', 'files'],
    ]) {
      expect(indexText(one ?? '')).toBe(indexText(other ?? ''));
    }
  });

  it('are the same in every part of a text that begins and ends between words', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (one, other) => {
        expect(indexText(`${one} | ${other}`)).toBe([indexText(one), indexText(other)].filter(Boolean).join(' '));
      }),
    );
  });

  it('are in order, apart, and without anything that the index could stumble over', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        let last = 0;
        for (const { form, start, end } of wordsOf(text)) {
          expect(start).toBeGreaterThanOrEqual(last === end ? start : last);
          expect(end).toBeGreaterThan(start);
          expect(form).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
          last = end;
        }
      }),
    );
  });
});
