import { RE2JS } from 're2js';
import type { SearchMode } from '../search-query.ts';
import { SearchQueryError } from '../session-errors.ts';
import { foldCase } from './fold-case.ts';
import { MAX_WORD_CHARS, wordsOf } from './words.ts';

/** One thing that a text must hold. */
export interface Term {
  /** As it was asked for, case folded; what makes it the same as another one. */
  readonly source: string;
  /** Forms of its words, which stand side by side in the text. None for a term of symbols alone. */
  readonly words: readonly string[];
  /** What must stand in the text letter for letter, case folded, because words cannot tell it; unknown: words are enough. */
  readonly literal: string | undefined;
  /** How many characters of the source stand in front of its first word. */
  readonly lead: number;
}

/** A query that can be answered. */
export type ParsedQuery =
  | { readonly mode: 'text'; readonly terms: readonly Term[] }
  | { readonly mode: 'literal'; readonly literal: string }
  | { readonly mode: 'regex'; readonly expression: RE2JS };

/**
 * What a query asks for. In text mode every text with more than blanks is a query, whatever its characters.
 *
 * @throws SearchQueryError - For blanks alone, a mode that does not exist, and an expression that RE2 cannot read.
 */
export function parseSearchQuery(text: string, mode: SearchMode = 'text'): ParsedQuery {
  if (typeof text !== 'string' || text.trim() === '') {
    throw new SearchQueryError({
      what: 'The query is empty.',
      why: 'Blanks would be found in every message.',
      fix: 'Say what to look for.',
    });
  }
  switch (mode) {
    case 'text':
      return { mode, terms: termsOf(text) };
    case 'literal':
      return { mode, literal: foldCase(text) };
    case 'regex':
      return { mode, expression: compile(text) };
    default:
      throw new SearchQueryError({
        what: `${JSON.stringify(mode) ?? 'undefined'} is no mode of searching.`,
        why: 'A query is meant as text, literal or regex.',
        fix: 'Leave the mode away for text.',
      });
  }
}

/** Words that say nothing by themselves: they are left out where a message need not hold all terms. */
const FILLERS: ReadonlySet<string> = new Set(
  `a about an and are as at be but by can did do does for from had has have how i if in is it its me my not of on or our
  so that the their them then there these they this to us was we were what when where which who why will with would you
  your`.split(/\s+/),
);

/** The terms by which a message is found that does not hold all of them. */
export function someTerms(terms: readonly Term[]): readonly Term[] {
  const telling = terms.filter(({ source }) => !FILLERS.has(source));
  return telling.length === 0 ? terms : telling;
}

function termsOf(text: string): readonly Term[] {
  const terms = new Map<string, Term>();
  for (const source of sourcesOf(text)) if (!terms.has(source)) terms.set(source, termOf(source));
  return [...terms.values()];
}

/** Phrases between quotes, and what stands between blanks. A quote within a term is a character like another. */
function* sourcesOf(text: string): Generator<string> {
  const word = /\S+/y;
  let at = 0;
  while (at < text.length) {
    const close = endOfPhrase(text, at);
    word.lastIndex = at;
    const chunk = word.exec(text)?.[0] ?? '';
    if (close !== undefined) yield foldCase(text.slice(at + 1, close).trim());
    else if (chunk !== '') yield foldCase(undress(chunk));
    at = close === undefined ? at + Math.max(1, chunk.length) : close + 1;
  }
}

/** Where the quotes end that begin here, if there is something between them. */
function endOfPhrase(text: string, at: number): number | undefined {
  if (text.charAt(at) !== '"') return undefined;
  const close = text.indexOf('"', at + 1);
  return close < 0 || text.slice(at + 1, close).trim() === '' ? undefined : close;
}

/** A word of a sentence without the sentence's own marks: `(see config?` asks for `see` and `config`. */
function undress(chunk: string): string {
  // Emoji keyboards add a mark that says "as a picture"; the same sign without it is the same sign.
  const plain = chunk.replace(/\ufe0f$/, '');
  const bare = plain.replace(/(?<=[\p{L}\p{N}])[.,;:!?…。，、；：！？]{1,3}$/u, '');
  if (bare.startsWith('(') && !bare.includes(')')) return bare.slice(1) || bare;
  return bare.endsWith(')') && !bare.includes('(') ? bare.slice(0, -1) || bare : bare;
}

function termOf(source: string): Term {
  const words: string[] = [];
  let lead: number | undefined;
  let end = 0;
  let areWordsEnough = true;
  for (const word of wordsOf(source)) {
    // Between the words of a phrase there may be anything blank, and nothing between those of a script without spaces.
    if (source.slice(end, word.start).trim() !== '' || word.end - word.start > MAX_WORD_CHARS) areWordsEnough = false;
    words.push(word.form);
    lead ??= word.start;
    end = word.end;
  }
  if (words.length === 0 || source.slice(end).trim() !== '') areWordsEnough = false;
  return { source, words, literal: areWordsEnough ? undefined : source, lead: lead ?? 0 };
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE);
  } catch (cause) {
    throw new SearchQueryError({
      what: `The regular expression cannot be used: ${cause instanceof Error ? cause.message : String(cause)}.`,
      why: whyRefused(pattern),
      fix: 'Correct it, or search with mode literal for these very characters.',
      cause,
    });
  }
}

function whyRefused(pattern: string): string {
  if (/\(\?<?[=!]/.test(pattern))
    return 'Look-around, (?=…), (?!…), (?<=…) and (?<!…), cannot be searched for in linear time.';
  if (/\\[1-9]|\\k</.test(pattern)) return 'Back-references, \\1 and \\k<name>, cannot be searched for in linear time.';
  return 'It is not in the syntax of RE2, which reads most of what Perl does.';
}
