const MIN_CHARS = 3;
/** No word of a language is longer; what is, is an identifier or data. */
const MAX_CHARS = 40;

/**
 * What the forms of an English word have in common: `compacting`, `compacted` and `compacts` give `compact`. A word with
 * anything but `a` to `z` stays as it is. The algorithm is M. F. Porter's, as described in "An algorithm for suffix
 * stripping", Program 14(3), 1980.
 */
export function stem(word: string): string {
  if (word.length < MIN_CHARS || word.length > MAX_CHARS || !/^[a-z]+$/.test(word)) return word;
  return STEPS.reduce((form, step) => step(form), word);
}

type Step = (word: string) => string;

/** A suffix, and what takes its place. */
type Rule = readonly [suffix: string, replacement: string];

const PAST_RULES: readonly Rule[] = [
  ['at', 'ate'],
  ['bl', 'ble'],
  ['iz', 'ize'],
];

const DOUBLE_SUFFIXES: readonly Rule[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
];

const MIDDLE_SUFFIXES: readonly Rule[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];

const LAST_SUFFIXES: readonly Rule[] = 'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'
  .split(' ')
  .map((suffix): Rule => [suffix, '']);

const STEPS: readonly Step[] = [
  dropPlural,
  dropPast,
  (word) => (word.endsWith('y') && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word),
  (word) => replaceSuffix(word, DOUBLE_SUFFIXES, (rest) => measure(rest) > 0),
  (word) => replaceSuffix(word, MIDDLE_SUFFIXES, (rest) => measure(rest) > 0),
  (word) =>
    replaceSuffix(word, LAST_SUFFIXES, (rest, suffix) => measure(rest) > 1 && (suffix !== 'ion' || /[st]$/.test(rest))),
  dropFinalE,
  (word) => (word.endsWith('ll') && measure(word.slice(0, -1)) > 1 ? word.slice(0, -1) : word),
];

function dropPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function dropPast(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const [ending] = /(?:ed|ing)$/.exec(word) ?? [''];
  const rest = word.slice(0, word.length - ending.length);
  if (ending === '' || !hasVowel(rest)) return word;
  const restored = replaceSuffix(rest, PAST_RULES, () => true);
  if (restored !== rest) return restored;
  if (/([^aeioulsz])\1$/.test(rest)) return rest.slice(0, -1);
  return measure(rest) === 1 && isShort(rest) ? `${rest}e` : rest;
}

function dropFinalE(word: string): string {
  if (!word.endsWith('e')) return word;
  const rest = word.slice(0, -1);
  const size = measure(rest);
  return size > 1 || (size === 1 && !isShort(rest)) ? rest : word;
}

/** The longest suffix decides, whether or not what is left of it may stand. */
function replaceSuffix(
  word: string,
  rules: readonly Rule[],
  mayStand: (rest: string, suffix: string) => boolean,
): string {
  const fitting = rules.filter(([suffix]) => word.endsWith(suffix));
  const [longest] = fitting.toSorted(([one], [other]) => other.length - one.length);
  if (longest === undefined) return word;
  const [suffix, replacement] = longest;
  const rest = word.slice(0, word.length - suffix.length);
  return mayStand(rest, suffix) ? rest + replacement : word;
}

/** How often a consonant follows a vowel. */
function measure(word: string): number {
  return shapeOf(word).match(/vc/g)?.length ?? 0;
}

function hasVowel(word: string): boolean {
  return shapeOf(word).includes('v');
}

/** Ends in consonant, vowel, consonant, the last none of `w`, `x`, `y`. */
function isShort(word: string): boolean {
  return shapeOf(word).endsWith('cvc') && !/[wxy]$/.test(word);
}

function shapeOf(word: string): string {
  let shape = '';
  for (const letter of word) {
    const isVowel = 'aeiou'.includes(letter) || (letter === 'y' && shape.endsWith('c'));
    shape += isVowel ? 'v' : 'c';
  }
  return shape;
}
