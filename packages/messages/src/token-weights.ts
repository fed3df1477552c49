/** What each feature of a text costs, in tokens. Not below 0. */
export interface TokenWeights {
  /**
   * A word behind a blank, the blank included. A word is a run of letters of the Latin script, capitals first:
   * `HTTPServer` is one, `fooBar` two.
   */
  readonly wordAfterSpace: number;
  /** A word behind a single mark such as a quote, which costs a `markRun` beside it. */
  readonly wordAfterMark: number;
  /** A word behind a single mark that joins it, as in `.map` or `_count`; a `markRun` counts beside it. */
  readonly wordAfterGlue: number;
  /** A word behind a single slash; a `markRun` counts beside it. */
  readonly wordAfterSlash: number;
  /** A word right behind small letters: the `Bar` of `fooBar`. */
  readonly wordAfterWord: number;
  /** A word behind anything else. */
  readonly wordBare: number;
  /** The 6th to 10th letter of a word, each. */
  readonly letterBeyond5: number;
  /** The 11th letter of a word and each further one. */
  readonly letterBeyond10: number;
  /** Two or more capitals in front of small letters, as in `HTTPServer`: rare in words, usual in base64. */
  readonly capitalsBeforeSmall: number;
  /** Each capital behind a capital. */
  readonly capitalAgain: number;
  /** A letter that is rare in English: many of them tell random text. */
  readonly rareLetter: number;
  /** A letter of the Latin script beyond ASCII, on top of its word. */
  readonly latin: number;
  /** Up to three digits. */
  readonly digitGroup: number;
  /** A blank in front of digits, which never join it. */
  readonly spaceBeforeDigit: number;
  /** A blank in front of anything beyond ASCII. */
  readonly spaceBeforeOther: number;
  /** Two or more blanks in a row, such as an indent. */
  readonly spaceRun: number;
  /** A run of line breaks. */
  readonly lineBreak: number;
  /** A run of line breaks that the mark in front of it takes along. */
  readonly lineBreakAfterMark: number;
  /** A run of line breaks behind blanks. */
  readonly lineBreakAfterSpace: number;
  /** The first mark of a run of ASCII punctuation. */
  readonly markRun: number;
  /** A mark that repeats the one before it. */
  readonly markAgain: number;
  /** A mark that differs from the one before it. */
  readonly markAfterMark: number;
  /** A control character such as the escape of a terminal, on top of its place in a run of marks. */
  readonly control: number;
  /** A Chinese character, also of Japanese text, behind anything but another one. */
  readonly hanFirst: number;
  /** A Chinese character behind another one. */
  readonly hanNext: number;
  readonly hiragana: number;
  readonly katakana: number;
  /** Full-width punctuation, typographic quotes and dashes. */
  readonly widePunctuation: number;
  readonly hangul: number;
  readonly greek: number;
  readonly cyrillic: number;
  /** A letter of Arabic or Hebrew. */
  readonly semitic: number;
  /** A letter of Devanagari or another script of India. */
  readonly indic: number;
  /** A letter of Thai, Lao, Khmer or Burmese. */
  readonly southeastAsian: number;
  /** An arrow, a box line, a sign. */
  readonly symbol: number;
  /** A sign that repeats the one before it. */
  readonly symbolAgain: number;
  /** A zero-width joiner, a variation selector, an odd blank. */
  readonly joiner: number;
  /** An emoji of two UTF-16 units. */
  readonly emoji: number;
  /** Any other character of two UTF-16 units. */
  readonly astral: number;
  /** A unit that no other feature counts. */
  readonly other: number;
}

/**
 * Weights fitted to o200k_base (gpt-tokenizer 4.0.0) on 2026-12-02, on half of 34 recorded conversations and on made
 * texts for what those lack. On the other half, 1.1 million tokens: all text within 1 %, prose, code, JSON and arguments
 * within 1 %, Japanese +3 %, Chinese +6 %; 95 % of samples of 2,000 characters within 10 %. `docs/token-estimate.md` has
 * the tables and says how to fit again.
 */
export const TOKEN_WEIGHTS: TokenWeights = {
  wordAfterSpace: 0.978,
  wordAfterMark: 0.992,
  wordAfterGlue: 0.2,
  wordAfterSlash: 1.021,
  wordAfterWord: 0.957,
  wordBare: 1.128,
  letterBeyond5: 0.029,
  letterBeyond10: 0.061,
  capitalsBeforeSmall: 2.306,
  capitalAgain: 0.133,
  rareLetter: 0.015,
  latin: 0.669,
  digitGroup: 0.987,
  spaceBeforeDigit: 1.159,
  spaceBeforeOther: 0.295,
  spaceRun: 1.052,
  lineBreak: 0.923,
  lineBreakAfterMark: 0.061,
  lineBreakAfterSpace: 0.442,
  markRun: 0.98,
  markAgain: 0.12,
  markAfterMark: 0.112,
  control: 0.758,
  hanFirst: 1.12,
  hanNext: 0.746,
  hiragana: 0.695,
  katakana: 0.691,
  widePunctuation: 0.604,
  hangul: 0.614,
  greek: 0.355,
  cyrillic: 0.279,
  semitic: 0.328,
  indic: 0.31,
  southeastAsian: 0.402,
  symbol: 0.888,
  symbolAgain: 0.356,
  joiner: 3.063,
  emoji: 1.519,
  astral: 3.86,
  other: 3.224,
};
