/** Kinds of UTF-16 units that cost alike. The place in this list is the code in {@link CLASS_OF_UNIT}. */
export const CHARACTER_CLASSES = [
  'other',
  'small',
  'smallRare',
  'capital',
  'capitalRare',
  'latin',
  'digit',
  'space',
  'lineBreak',
  'mark',
  'glue',
  'slash',
  'control',
  'han',
  'hiragana',
  'katakana',
  'widePunctuation',
  'hangul',
  'greek',
  'cyrillic',
  'semitic',
  'indic',
  'southeastAsian',
  'symbol',
  'joiner',
  'emojiLead',
  'astralLead',
  'trail',
] as const;

/** One of {@link CHARACTER_CLASSES}. */
export type CharacterClass = (typeof CHARACTER_CLASSES)[number];

/** First and last unit of each block; a later row wins over an earlier one. What no row names is `other`. */
const BLOCKS: readonly (readonly [first: number, last: number, unitClass: CharacterClass])[] = [
  [0x00, 0x1f, 'control'],
  [0x21, 0x7e, 'mark'],
  [0x7f, 0x9f, 'control'],
  [0x09, 0x09, 'space'],
  [0x20, 0x20, 'space'],
  [0x0a, 0x0a, 'lineBreak'],
  [0x0d, 0x0d, 'lineBreak'],
  [0x30, 0x39, 'digit'],
  [0x41, 0x5a, 'capital'],
  [0x61, 0x7a, 'small'],
  [0xa0, 0xbf, 'symbol'],
  [0xc0, 0x24f, 'latin'],
  [0x300, 0x36f, 'latin'], // combining accents
  [0x370, 0x3ff, 'greek'],
  [0x400, 0x58f, 'cyrillic'], // and Armenian
  [0x590, 0x77f, 'semitic'], // Hebrew, Arabic, Syriac
  [0x900, 0xdff, 'indic'],
  [0xe00, 0x109f, 'southeastAsian'], // Thai, Lao, Tibetan, Burmese
  [0x10a0, 0x10ff, 'cyrillic'], // Georgian
  [0x1780, 0x17ff, 'southeastAsian'], // Khmer
  [0x1e00, 0x1eff, 'latin'], // Vietnamese
  [0x1f00, 0x1fff, 'greek'],
  [0x2000, 0x200f, 'joiner'],
  [0x2010, 0x2027, 'widePunctuation'], // dashes, quotes, dots
  [0x2028, 0x202f, 'joiner'],
  [0x2030, 0x2fff, 'symbol'],
  [0x3000, 0x303f, 'widePunctuation'],
  [0x3040, 0x309f, 'hiragana'],
  [0x30a0, 0x30ff, 'katakana'],
  [0x3400, 0x9fff, 'han'],
  [0xac00, 0xd7a3, 'hangul'],
  [0xd800, 0xdbff, 'astralLead'],
  [0xd83c, 0xd83e, 'emojiLead'],
  [0xdc00, 0xdfff, 'trail'],
  [0xfe00, 0xfe0f, 'joiner'],
  [0xff00, 0xffef, 'widePunctuation'], // full-width forms
];

/** Letters that make up 5 % of English and a quarter of random text. */
const RARE_LETTERS = 'jkqvwxz';

/** Marks that a tokenizer joins with the word behind them: `.map`, `_count`, `-flag`. */
const GLUE_MARKS = "._(-\\'$%&";

const UNIT_COUNT = 0x1_0000;

/** The class of each UTF-16 unit, as a code: a table, because a chain of comparisons is what a scan would spend its time on. */
export const CLASS_OF_UNIT: Uint8Array = tableOfClasses();

function tableOfClasses(): Uint8Array {
  const table = new Uint8Array(UNIT_COUNT);
  for (const [first, last, unitClass] of BLOCKS) table.fill(CHARACTER_CLASSES.indexOf(unitClass), first, last + 1);
  const assign = (letters: string, unitClass: CharacterClass): void => {
    for (const letter of letters) table[letter.charCodeAt(0)] = CHARACTER_CLASSES.indexOf(unitClass);
  };
  assign(RARE_LETTERS, 'smallRare');
  assign(RARE_LETTERS.toUpperCase(), 'capitalRare');
  assign(GLUE_MARKS, 'glue');
  assign('/', 'slash');
  return table;
}
