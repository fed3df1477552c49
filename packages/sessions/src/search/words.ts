import { foldCase } from './fold-case.ts';
import { stem } from './stem.ts';

/** A word of a text, in the form in which words are compared. */
export interface Word {
  readonly form: string;
  /** Where it stands in the text, half-open. */
  readonly start: number;
  readonly end: number;
}

/** Longer words are data. Their beginning stands for them here; where it matters, the whole is compared as well. */
export const MAX_WORD_CHARS = 64;

/** An ASCII word, or a run that needs a closer look. */
const RUN = /([0-9A-Za-z]+)(?![0-9A-Za-z\u0080-\uffff])|[0-9A-Za-z\u0080-\uffff]+/g;

/**
 * Scripts written without spaces: every character is a word here, and what readers call a word is a phrase. Marks stay
 * with their letter and are nothing without one, and the parts of a Korean syllable that was taken apart stay together.
 */
const SIGN = String.raw`(?!\p{M})[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]`;
const JAMO = String.raw`[\u1100-\u11ff]`;
const PICTURE = String.raw`[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]`;
const CLOSER = new RegExp(
  String.raw`(?<picture>${PICTURE})|(?<jamo>${JAMO}+)|(?<sign>${SIGN}[\p{M}\uff9e\uff9f]*)|(?:(?!${SIGN})[\p{L}\p{N}])(?:(?!${SIGN})[\p{L}\p{N}\p{M}])*`,
  'gu',
);

/** The words of a text in their order. */
export function* wordsOf(text: string): Generator<Word> {
  for (const run of text.matchAll(RUN)) {
    const [source, ascii] = run;
    if (ascii === undefined) yield* closerWords(source, run.index);
    else yield { form: asciiForm(ascii), start: run.index, end: run.index + ascii.length };
  }
}

/** What the index is given for a text: its words in the form in which they are compared, spelt for it, between spaces. */
export function indexText(text: string): string {
  const forms: string[] = [];
  for (const { form } of wordsOf(text)) forms.push(spell(form));
  return forms.join(' ');
}

/**
 * A form in letters and digits of ASCII, so that which characters the database's tokenizer knows is no matter: `日本` is
 * `zu065e5zu0672c`. Characters are spelt one by one: the beginning of a form is spelt as the beginning of its spelling.
 */
export function spell(form: string): string {
  return form.replaceAll(
    /[^0-9a-z]/gu,
    (character) => `zu${(character.codePointAt(0) ?? 0).toString(16).padStart(5, '0')}`,
  );
}

/** Words come again and again; stemming one costs more than finding it here. */
const CACHED_WORDS = 50_000;
const cache = new Map<string, string>();

function asciiForm(word: string): string {
  if (word.length > MAX_WORD_CHARS) return word.slice(0, MAX_WORD_CHARS).toLowerCase();
  const known = cache.get(word);
  if (known !== undefined) return known;
  const form = stem(word.toLowerCase());
  if (cache.size >= CACHED_WORDS) cache.clear();
  cache.set(word, form);
  return form;
}

function* closerWords(run: string, offset: number): Generator<Word> {
  for (const match of run.matchAll(CLOSER)) {
    const [source] = match;
    const place = { start: offset + match.index, end: offset + match.index + source.length };
    for (const form of formsOf(source, match.groups ?? {})) if (form !== '') yield { form, ...place };
  }
}

type Kinds = Readonly<Partial<Record<string, string>>>;

function formsOf(source: string, { picture, jamo, sign }: Kinds): Iterable<string> {
  if (picture !== undefined) return [`zx${picture.codePointAt(0)?.toString(16)}`];
  if (jamo !== undefined) return jamo.normalize('NFC');
  if (sign !== undefined) return [cut(foldCase(sign.normalize('NFKC')).replaceAll(/[^\p{L}\p{N}\p{M}]/gu, ''))];
  return [stem(cut(fold(source)))];
}

/** Without case, accents and other dress: `Ｃafé` is `cafe`. */
function fold(word: string): string {
  const bare = foldCase(foldCase(word).normalize('NFKD'));
  return bare.replaceAll(/[\u0300-\u036f\ufe00-\ufe0f]|[^\p{L}\p{N}\p{M}]/gu, '').normalize('NFC');
}

function cut(form: string): string {
  return form.length > MAX_WORD_CHARS ? form.slice(0, MAX_WORD_CHARS).toWellFormed() : form;
}
