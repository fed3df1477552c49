import type { RE2JS } from 're2js';
import { foldCase } from './fold-case.ts';
import { isOfWord, tokensOf } from './index-text.ts';
import type { Term } from './text-query.ts';

/** Where a text has what was asked for, half-open, in UTF-16 units. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** Says whether a text is a hit, and where. What an index names is asked here as well, unless the index alone can tell. */
export interface Matcher {
  matches(text: string): boolean;
  /** All places in their order, not overlapping. Of several terms, those of the one that tells most. */
  places(text: string): Iterable<Match>;
}

/** For these very characters. */
export function literalMatcher(literal: string, isSensitive: boolean): Matcher {
  const fold = isSensitive ? (text: string) => text : foldCase;
  const wanted = fold(literal.toWellFormed());
  return {
    matches: (text) => fold(text).includes(wanted),
    places: (text) => literalPlaces(fold(text), wanted, () => true),
  };
}

/** For a regular expression. */
export function regexMatcher(expression: RE2JS): Matcher {
  return {
    // Says only yes or no, which takes a fraction of the time that finding the place does.
    matches: (text) => expression.test(text),
    *places(text) {
      const matcher = expression.matcher(text);
      while (matcher.find()) yield { start: matcher.start(), end: matcher.end() };
    },
  };
}

/** For one term of each group. */
export function termsMatcher(groups: readonly (readonly Term[])[], isSensitive: boolean): Matcher {
  const all = groups.flat().toSorted((one, other) => other.source.length - one.source.length);
  const look = (text: string) => new Look(text, isSensitive);
  return {
    matches(text) {
      const seen = look(text);
      return groups.every((terms) => terms.some((term) => seen.has(term)));
    },
    places(text) {
      const seen = look(text);
      const found = all.find((term) => seen.has(term));
      return found === undefined ? [] : seen.placesOf(found);
    },
  };
}

/** Which of some terms a text has. */
export function termsIn(text: string, terms: readonly Term[]): readonly boolean[] {
  const seen = new Look(text, false);
  return terms.map((term) => seen.has(term));
}

const HAS_MORE_THAN_ASCII = /[\u0080-\uffff]/;

/** A text being looked at, with what is needed of it made once. */
class Look {
  readonly #text: string;
  readonly #folded: string;
  readonly #isAscii: boolean;
  #words: ReadonlySet<string> | undefined;

  constructor(text: string, isSensitive: boolean) {
    this.#text = text;
    this.#folded = isSensitive ? text : foldCase(text);
    this.#isAscii = !HAS_MORE_THAN_ASCII.test(text);
  }

  has(term: Term): boolean {
    if (term.literal !== undefined || this.#isAscii) return !this.placesOf(term)[Symbol.iterator]().next().done;
    this.#words ??= new Set(Array.from(tokensOf(this.#text), ({ form }) => form));
    return this.#words.has(term.words[0] ?? '');
  }

  *placesOf({ literal, words }: Term): Iterable<Match> {
    const word = words[0] ?? '';
    // In ASCII, a word is found faster as characters between two that are none of a word.
    if (literal !== undefined || this.#isAscii) yield* literalPlaces(this.#folded, literal ?? word, this.#isWhole);
    else for (const { form, start, end } of tokensOf(this.#text)) if (form === word) yield { start, end };
  }

  /** Whether a place neither begins nor ends within a word. */
  readonly #isWhole = ({ start, end }: Match): boolean => {
    const text = this.#text;
    return !(isOfWord(text, start - 1) && isOfWord(text, start)) && !(isOfWord(text, end - 1) && isOfWord(text, end));
  };
}

function* literalPlaces(text: string, wanted: string, fits: (match: Match) => boolean): Generator<Match> {
  for (let from = 0; ; ) {
    const start = text.indexOf(wanted, from);
    if (start < 0) return;
    const match = { start, end: start + wanted.length };
    const isFitting = fits(match);
    if (isFitting) yield match;
    from = isFitting ? match.end : start + 1;
  }
}
