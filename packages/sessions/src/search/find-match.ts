import { foldCase } from './fold-case.ts';
import type { ParsedQuery, Term } from './parse-search-query.ts';
import { someTerms } from './parse-search-query.ts';
import { wordsOf } from './words.ts';

/** Where a text has what was asked for, half-open. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** The place in a text, or nothing if the text is no hit. */
export type FindMatch = (text: string) => Match | undefined;

/**
 * What decides whether a text is a hit, for every store: an index only narrows down which texts are asked about.
 *
 * @param matched - In text mode, whether a text must hold all terms, or any of those that tell something.
 */
export function createFindMatch(query: ParsedQuery, matched: 'all' | 'any' = 'all'): FindMatch {
  switch (query.mode) {
    case 'text':
      return matched === 'all'
        ? (text) => findTerms(text, { terms: query.terms, needed: query.terms.length })
        : (
            (terms) => (text: string) =>
              findTerms(text, { terms, needed: 1 })
          )(someTerms(query.terms));
    case 'literal':
      return (text) => findLiteral(foldCase(text), query.literal);
    case 'regex':
      return (text) => {
        const matcher = query.expression.matcher(text);
        return matcher.find() ? { start: matcher.start(), end: matcher.end() } : undefined;
      };
  }
}

interface Needed {
  readonly terms: readonly Term[];
  /** How many of the terms. */
  readonly needed: number;
}

/** The place of the longest term that is there. */
function findTerms(text: string, { terms, needed }: Needed): Match | undefined {
  const folded = terms.some(({ literal }) => literal !== undefined) ? foldCase(text) : '';
  // Characters are found faster than words, so they say first whether words are worth a look.
  const possible = terms.filter(({ literal }) => literal === undefined || folded.includes(literal));
  if (possible.length < needed) return undefined;
  const found = new Map<Term, Match>();
  for (const term of possible) {
    const match = term.words.length === 0 ? findLiteral(folded, term.literal ?? '') : undefined;
    if (match !== undefined) found.set(term, match);
  }
  findByWords(
    { text, folded },
    possible.filter(({ words }) => words.length > 0),
    found,
  );
  if (found.size < needed) return undefined;
  const [longest] = [...found.keys()].toSorted((one, other) => other.source.length - one.source.length);
  return longest === undefined ? undefined : found.get(longest);
}

function findLiteral(folded: string, literal: string): Match | undefined {
  const start = folded.indexOf(literal);
  return start < 0 ? undefined : { start, end: start + literal.length };
}

interface Folded {
  readonly text: string;
  readonly folded: string;
}

/** Notes the first place of each term whose words stand side by side; reads no further than it must. */
function findByWords({ text, folded }: Folded, terms: readonly Term[], found: Map<Term, Match>): void {
  if (terms.length === 0) return;
  const missing = byLastWord(terms);
  const recent = createRecent(terms.reduce((most, { words }) => Math.max(most, words.length), 0));
  const isMissing = (term: Term, end: number): boolean => {
    const from = recent.startOf(term.words);
    const match = from === undefined ? undefined : placeOf(term, folded, { start: from, end });
    if (match !== undefined) found.set(term, match);
    return match === undefined;
  };
  for (const { form, start, end } of wordsOf(text)) {
    recent.add(form, start);
    const rest = missing.get(form)?.filter((term) => isMissing(term, end));
    if (rest?.length === 0) missing.delete(form);
    else if (rest !== undefined) missing.set(form, rest);
    if (missing.size === 0) return;
  }
}

function byLastWord(terms: readonly Term[]): Map<string, readonly Term[]> {
  return Map.groupBy(terms, ({ words }) => words.at(-1) ?? '');
}

/** The term's own place around its words, if it stands there letter for letter. */
function placeOf({ literal, lead }: Term, folded: string, words: Match): Match | undefined {
  if (literal === undefined) return words;
  const start = words.start - lead;
  return start >= 0 && folded.startsWith(literal, start) ? { start, end: start + literal.length } : undefined;
}

interface Recent {
  add(form: string, start: number): void;
  /** Where the words begin, if they are the ones that came last. */
  startOf(words: readonly string[]): number | undefined;
}

/** The last words of a text, as many as the longest phrase has. */
function createRecent(size: number): Recent {
  const forms: string[] = [];
  const starts: number[] = [];
  let count = 0;
  return {
    add(form, start) {
      forms[count % size] = form;
      starts[count % size] = start;
      count += 1;
    },
    startOf(words) {
      if (words.length > count) return undefined;
      // From the end: the last word is known to be right, and what differs differs soon.
      for (let back = 1; back <= words.length; back += 1) {
        if (forms[(count - back) % size] !== words[words.length - back]) return undefined;
      }
      return starts[(count - words.length) % size];
    },
  };
}
