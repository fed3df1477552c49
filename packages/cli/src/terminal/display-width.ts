/** Two columns each: the scripts of East Asia with their punctuation and full-width forms. */
const WIDE =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Yi}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;

/** Drawn as a picture: by nature, or because a selector (U+FE0F) asks for it. */
const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u;

/** No column of their own: marks on the letter before, joiners. */
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** As much of a name that may be anything as a message repeats. */
export const SHOWN_COLUMNS = 80;

const ELLIPSIS = '…';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** How many columns of a terminal a line takes; no control characters may be in it. */
export function displayWidth(text: string): number {
  let columns = 0;
  for (const { segment } of segmenter.segment(text)) columns += characterWidth(segment);
  return columns;
}

/** As much of a line as fits, with an ellipsis where something is missing. Never more than `columns`; no half character. */
export function clipText(text: string, columns: number): string {
  let kept = '';
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    used += characterWidth(segment);
    if (used > columns) return columns < 1 ? '' : `${fitText(kept, columns - 1)}${ELLIPSIS}`;
    kept += segment;
  }
  return kept;
}

/** The same with the end kept, for paths: what tells two of them apart stands there. */
export function clipStart(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  if (columns < 1) return '';
  let kept = '';
  let used = 1;
  for (const { segment } of Array.from(segmenter.segment(text)).reverse()) {
    used += characterWidth(segment);
    if (used > columns) break;
    kept = segment + kept;
  }
  return ELLIPSIS + kept;
}

/** A line as lines of at most so many columns, broken at spaces where there are any. */
export function wrapText(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => breakWord(each, columns))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (displayWidth(longer) <= columns) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  return [...lines, line];
}

/** The text at the start of a field of so many columns. */
export function padText(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}

function characterWidth(character: string): number {
  if (NO_WIDTH.test(character)) return 0;
  return WIDE.test(character) || EMOJI.test(character) ? 2 : 1;
}

/** The start of a line, as much as fits; no half character. */
export function fitText(text: string, columns: number): string {
  let kept = '';
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    used += characterWidth(segment);
    if (used > columns) break;
    kept += segment;
  }
  return kept;
}

function breakWord(word: string, columns: number): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const { segment } of segmenter.segment(word)) {
    const width = characterWidth(segment);
    if (used + width > columns && piece !== '') {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += segment;
    used += width;
  }
  return [...pieces, piece];
}
