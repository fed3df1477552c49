import { foldCase } from './fold-case.ts';

/** A word of a text, or a character that is one by itself, in the form in which words are compared. */
export interface Token {
  readonly form: string;
  /** Where it stands in the text, half-open. */
  readonly start: number;
  readonly end: number;
  /** A character of a script without spaces, a picture, or any other one that is a word by itself. */
  readonly isUnit: boolean;
}

/** Longer runs are data. Their beginning stands for them in the index; they are compared letter by letter. */
export const MAX_WORD_CHARS = 64;

const ASCII_WORD = /[0-9A-Za-z]+/g;
const NEEDS_A_CLOSER_LOOK = new RegExp(`[^\\x00-\\x7f]|[0-9A-Za-z]{${MAX_WORD_CHARS + 1}}`);

/** Letters and digits of scripts that part their words by spaces; marks may follow one. */
const LETTER = String.raw`[0-9A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u0373\u0376\u0377\u037b-\u037d\u0386\u0388-\u03ff\u0400-\u0481\u048a-\u052f\u1e00-\u1fbc]`;
const MARK = String.raw`[\u0300-\u036f]`;
const PLAIN = `(?:${LETTER}${MARK}*)`;
const OF_A_WORD = new RegExp(`${LETTER}|${MARK}`);
const UNIT = String.raw`[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}\p{Co}]`;
const CLOSER = new RegExp(`(?<plain>${PLAIN}+)|${UNIT}`, 'gu');

/** First character of a spelt one, and of what a search filters by: no text has it in the index, since it would be spelt itself. */
const SPELT = '\ue000';
const SCOPE = '\ue001';

/** The words of a text in their order. The index has exactly these. */
export function* tokensOf(text: string): Generator<Token> {
  if (!NEEDS_A_CLOSER_LOOK.test(text)) {
    for (const { 0: word, index } of text.matchAll(ASCII_WORD)) {
      yield { form: word.toLowerCase(), start: index, end: index + word.length, isUnit: false };
    }
    return;
  }
  for (const { 0: source, index, groups } of text.matchAll(CLOSER)) {
    const isUnit = groups?.['plain'] === undefined;
    const form = isUnit ? spell(foldCase(source)) : plainForm(source);
    yield { form, start: index, end: index + source.length, isUnit };
  }
}

/** Whether a character is of a word that it could be cut from. Signs, and characters that are words by themselves, are not. */
export function isOfWord(text: string, at: number): boolean {
  return OF_A_WORD.test(text.charAt(at));
}

/** Where a message belongs, as far as the index of words knows it. */
export interface IndexedScope {
  readonly conversation: number;
  readonly role?: string;
  readonly tool?: string;
}

/** What the index of words is given for a text. */
export function wordsText(text: string, scope: IndexedScope): string {
  const { conversation, role, tool } = scope;
  const facts = [
    conversationToken(conversation),
    ...(role ? [roleToken(role)] : []),
    ...(tool ? [toolToken(tool)] : []),
  ];
  if (!NEEDS_A_CLOSER_LOOK.test(text)) return `${facts.join(' ')} ${text}`;
  const forms = facts;
  for (const { form } of tokensOf(text)) forms.push(form);
  return forms.join(' ');
}

/** The word that the index has for every message of a conversation. */
export function conversationToken(conversation: number): string {
  return `${SCOPE}c${conversation}`;
}

/** The word that the index has for every message of a role. */
export function roleToken(role: string): string {
  return `${SCOPE}r${plainName(role)}`;
}

/** The word that the index has for every result of a tool. Two names may share one. */
export function toolToken(tool: string): string {
  return `${SCOPE}t${plainName(tool)}`;
}

/** What the index of three-character pieces is given for a text. */
export function gramsText(text: string, conversation: number): string {
  return `${conversationGram(conversation)}\n${withoutNul(foldCase(text))}`;
}

/** Numbers of conversations are written in this many digits of the private area. */
const GRAM_BASE = 1_024;
const GRAM_DIGIT = 0xe4_00;

/** The piece that the index has for every message of a conversation. Beyond a million conversations some share one. */
export function conversationGram(conversation: number): string {
  const low = conversation % GRAM_BASE;
  const high = Math.floor(conversation / GRAM_BASE) % GRAM_BASE;
  return `${SCOPE}${String.fromCharCode(GRAM_DIGIT + high)}${String.fromCharCode(GRAM_DIGIT + low)}`;
}

const GRAM_CHARACTERS = 3;
/** A few pieces leave hardly a row, and each more has its price. */
const MAX_GRAMS = 24;

/** The pieces of a literal, quoted for the index; none when it has fewer than three characters. */
export function gramsOf(literal: string): readonly string[] {
  const characters = Array.from(withoutNul(foldCase(literal)));
  const grams = new Set<string>();
  for (let at = 0; at + GRAM_CHARACTERS <= characters.length && grams.size < MAX_GRAMS; at += 1) {
    grams.add(characters.slice(at, at + GRAM_CHARACTERS).join(''));
  }
  return Array.from(grams, quoted);
}

/** A string for the index's query language. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** SQLite reads pieces only up to the first one. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '\u2400');
}

/** Without case and accents. A run that is too long is marked, so that no shorter one equals it. */
function plainForm(source: string): string {
  const bare = foldCase(source.normalize('NFD'))
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll('µ', 'μ');
  const cut = bare.length > MAX_WORD_CHARS ? `${bare.slice(0, MAX_WORD_CHARS)}${SPELT}` : bare;
  // The letters left alone here are known to every version of SQLite's tokenizer.
  return cut.replaceAll(/[^0-9a-zа-яα-ω\ue000]/gu, spell);
}

function spell(character: string): string {
  return `${SPELT}${(character.codePointAt(0) ?? 0).toString(16).padStart(6, '0')}`;
}

function plainName(name: string): string {
  return foldCase(name).replaceAll(/[^0-9a-z]/gu, '');
}
