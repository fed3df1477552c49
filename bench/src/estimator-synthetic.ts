import { SENTENCES } from './estimator-sentences.ts';

/** A text made for the fit, and what it stands for. */
export interface SyntheticText {
  readonly kind: string;
  readonly text: string;
}

/** Which half of the synthetic texts: the fit must not see what the error table is made from. */
export type Half = 'fit' | 'test';

const TEXT_CHARS = 1_000; // long enough for a stable ratio, short enough to stay a minority
const TEXTS_PER_KIND = 8;

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const HEX = '0123456789abcdef';
const COLUMNS = ['GET', 'POST', '/api/orders', '/health', '200', '404', '12ms', 'worker-3', 'retry', 'ok'];
const COLOURS = ['0', '1', '2', '22', '31', '32', '33', '36', '39', '90', '38;5;208', '38;2;153;153;153'];
const RARE_BLOCKS = [0x1d400, 0x20000, 0x10900, 0xe0b0, 0x1400, 0x2800]; // letters of mathematics, old scripts, private use
const RULES = ['─', '═', '│', '-', '=', '*', '#', '.', '░', '█'];

/** Texts for what recorded conversations rarely hold: other scripts, encodings, terminal escapes. Always the same. */
export function syntheticTexts(half: Half): readonly SyntheticText[] {
  const random = createRandom(half === 'fit' ? 1 : 2);
  const parity = half === 'fit' ? 0 : 1;
  const prose = Object.entries(SENTENCES).map(([kind, sentences]): [string, () => string] => {
    const own = sentences.filter((_, index) => index % 2 === parity);
    return [kind, () => `${pick(own, random)}${kind === 'Chinese' || kind === 'Japanese' ? '' : ' '}`];
  });
  const makers: readonly (readonly [string, () => string])[] = [
    ...prose,
    ['base64', () => pick(BASE64.split(''), random)],
    ['hex', () => pick(HEX.split(''), random)],
    ['digests', () => `${word(HEX, 40, random)} ${word(BASE64.slice(0, 62), 12, random)}.js\n`],
    ['terminal', () => `\u001b[${pick(COLOURS, random)}m${pick(COLUMNS, random)}`],
    ['rules', () => `${pick(RULES, random).repeat(3 + random(70))} ${pick(COLUMNS, random)}\n`],
    [
      'rare characters',
      () => `${String.fromCodePoint(pick(RARE_BLOCKS, random) + random(60))}${pick(['', ' '], random)}`,
    ],
    [
      'log lines',
      () =>
        `2026-0${1 + random(9)}-1${random(10)}T0${random(10)}:${10 + random(50)}:00Z ${pick(COLUMNS, random)} ${random(100_000)}\n`,
    ],
  ];
  return makers.flatMap(([kind, next]) => Array.from({ length: TEXTS_PER_KIND }, () => ({ kind, text: fill(next) })));
}

/** A whole number from 0 to below `limit`. */
type Random = (limit: number) => number;

function createRandom(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0; // Numerical Recipes' generator
    return Math.floor((state / 0x1_0000_0000) * limit);
  };
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[random(items.length)];
  if (item === undefined) throw new RangeError('Nothing to pick from.');
  return item;
}

function word(letters: string, length: number, random: Random): string {
  return Array.from({ length }, () => letters[random(letters.length)]).join('');
}

function fill(next: () => string): string {
  let text = '';
  while (text.length < TEXT_CHARS) text += next();
  return text;
}
