import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextScale, estimateTextTokens } from './estimate-text-tokens.ts';
import { TOKEN_WEIGHTS, type TokenWeights } from './token-weights.ts';

/** Texts of any script, long enough to hold runs. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom('a', 'Z', '7', ' ', '\n', '.', '/', '"', '中', 'の', '한', 'é', '─', '😀', '\u001b'),
  }),
);

/** Weights of 0 but for those given: the scale then counts features. */
const counting = (weights: Partial<TokenWeights>): ((text: string) => number) => {
  const none = Object.fromEntries(Object.keys(TOKEN_WEIGHTS).map((feature) => [feature, 0]));
  return createTextScale({ ...TOKEN_WEIGHTS, ...none, ...weights });
};

describe('estimateTextTokens', () => {
  it('is a whole number, above 0 for anything visible, and never falls as a text grows', () => {
    fc.assert(
      fc.property(texts, texts, (start, more) => {
        const tokens = estimateTextTokens(start);
        expect(Number.isSafeInteger(tokens)).toBe(true);
        expect(tokens > 0 || start.trim() === '').toBe(true);
        expect(estimateTextTokens(start + more)).toBeGreaterThanOrEqual(tokens);
      }),
    );
  });

  it('is the same for a text that was put together as for one that was written', () => {
    fc.assert(
      fc.property(texts, texts, (start, end) => {
        expect(estimateTextTokens(`${start}${end}`)).toBe(estimateTextTokens([...start, ...end].join('')));
      }),
    );
  });

  // Figures of two real tokenizers, gpt-tokenizer 4.0.0.
  it.each([
    ['请把结算服务迁移到第三版接口,不要修改旧的数据表,完成后运行全部回归测试并写一份简短的说明文档。', 36, 47],
    [
      '請求サービスを新しい版に移行してください。古い表は変更せず、終わったら全ての回帰試験を実行してください。',
      36,
      55,
    ],
    [
      '결제 서비스를 세 번째 버전으로 옮겨 주세요. 이전 테이블은 바꾸지 말고 끝나면 모든 회귀 시험을 실행하세요.',
      33,
      54,
    ],
    [
      'Please move the billing service to version three, do not change the old tables, and run the full regression suite when you are done.',
      27,
      27,
    ],
  ])('stays between 0.8 of o200k and twice cl100k: %s', (text, o200kTokens, cl100kTokens) => {
    expect(estimateTextTokens(text)).toBeGreaterThanOrEqual(0.8 * o200kTokens);
    expect(estimateTextTokens(text)).toBeLessThanOrEqual(2 * cl100kTokens);
  });

  it('sees a Chinese history of 40,000 characters as full where characters / 4 sees a third', () => {
    const history = '请把结算服务迁移到第三版接口,不要修改旧的数据表。'.repeat(2_000).slice(0, 40_000);

    expect(estimateTextTokens(history)).toBeGreaterThan(24_000);
    expect(estimateTextTokens(history)).toBeLessThan(39_000);
  });

  it('counts hex and base64 well above characters / 4', () => {
    const hex = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'.repeat(100);
    const base64 = 'QUJDREVGR0hJ'.repeat(4_000);

    expect(estimateTextTokens(hex)).toBeGreaterThan(hex.length / 2);
    expect(estimateTextTokens(base64)).toBeGreaterThan(base64.length / 3);
  });

  it('takes lone halves of surrogate pairs, and runs of one unit, without harm', () => {
    expect(estimateTextTokens('\ud83d')).toBeGreaterThan(0);
    expect(estimateTextTokens('\ude00')).toBeGreaterThan(0);
    expect(estimateTextTokens('a'.repeat(1_000_000))).toBeGreaterThan(10_000);
  });
});

describe('createTextScale', () => {
  it.each([
    ['a word once, however it is capitalised', 'one Two THREE', { wordAfterSpace: 1, wordBare: 1 }, 3],
    ['the humps of a compound', 'fooBarBaz', { wordAfterWord: 1 }, 2],
    ['a run of capitals with the word it starts', 'HTTPServer', { wordBare: 1, wordAfterWord: 1 }, 1],
    ['capitals behind a capital', 'HTTPServer IO', { capitalAgain: 1 }, 5],
    ['capitals in front of small letters', 'HTTPServer IO Ab', { capitalsBeforeSmall: 1 }, 1],
    ['letters 6 to 10', 'abcdefghijklm', { letterBeyond5: 1 }, 5],
    ['letters from 11', 'abcdefghijklm', { letterBeyond10: 1 }, 3],
    ['rare letters, small and capital', 'jazz QUIZ', { rareLetter: 1 }, 5],
    ['words behind a mark that joins them', 'a.map x "q" _id', { wordAfterGlue: 1 }, 1],
    ['words behind a quote', 'a "q" a"q', { wordAfterMark: 1 }, 1],
    ['words behind a slash', 'src/lib/x', { wordAfterSlash: 1 }, 2],
    ['digits in threes', '1234567 12', { digitGroup: 1 }, 4],
    ['a blank in front of digits', 'a 1  2', { spaceBeforeDigit: 1 }, 2],
    ['a blank in front of another script', 'a 中 é', { spaceBeforeOther: 1 }, 1],
    ['indents', '\n    a\n\tb  c', { spaceRun: 1 }, 2],
    ['line breaks in a row as one', 'a\n\r\nb', { lineBreak: 1 }, 1],
    ['line breaks behind a mark', 'a;\n\nb\n', { lineBreakAfterMark: 1 }, 1],
    ['line breaks behind blanks', 'a  \nb', { lineBreakAfterSpace: 1 }, 1],
    ['runs of marks', 'a(b)); "', { markRun: 1 }, 3],
    ['a mark that repeats', '=====', { markAgain: 1 }, 4],
    ['a mark that differs', '});;', { markAfterMark: 1 }, 2],
    ['control characters', '\u001b[0m\u0007', { control: 1 }, 2],
    ['Chinese characters by their neighbours', '中文a字', { hanFirst: 1, hanNext: 10 }, 12],
    ['an emoji as one', '😀😀', { emoji: 1, other: 5 }, 2],
    ['characters beyond the first plane as one', '𝐀𠀀', { astral: 1, other: 5 }, 2],
    ['a sign that repeats', '──→→', { symbol: 1, symbolAgain: 10 }, 22],
    ['accented letters within their word', 'naïve', { latin: 1, wordBare: 10 }, 11],
  ])('counts %s', (_what, text, weights, expected) => {
    expect(counting(weights)(text)).toBe(expected);
  });

  it('is linear in its weights', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const doubled = Object.fromEntries(Object.entries(TOKEN_WEIGHTS).map(([name, weight]) => [name, 2 * weight]));
        const twice = createTextScale({ ...TOKEN_WEIGHTS, ...doubled })(text);
        expect(twice).toBeCloseTo(2 * createTextScale(TOKEN_WEIGHTS)(text), 6);
      }),
    );
  });
});
