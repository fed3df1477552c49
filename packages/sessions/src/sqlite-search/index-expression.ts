import { type ParsedQuery, someTerms, type Term } from '../search/parse-search-query.ts';
import type { SearchFilter } from '../search/prepare-search.ts';
import { type Phrase, wholeWordsOf } from '../search/whole-words.ts';
import { spell } from '../search/words.ts';

/** Terms that the index is asked for: a few leave hardly a row, and each more has its price. All are checked afterwards. */
const MAX_ALL_TERMS = 24;
/** Where any term will do, none can be left out; beyond this, looking at the rows is as quick. */
const MAX_ANY_TERMS = 256;
const MAX_PHRASE_WORDS = 16;
/** More sessions than that are not told to the index, only checked afterwards. */
const MAX_SESSIONS = 200;

/** What the index is to narrow down to. */
export interface Narrowing {
  readonly parsed: ParsedQuery;
  readonly matched: 'all' | 'any';
  readonly filter: SearchFilter;
  /** Keys of the sessions in the scope; unknown: all. */
  readonly sessions: readonly number[] | undefined;
}

/** A MATCH for a superset of the hits; unknown where the index cannot leave out a row. */
export function indexExpression({ parsed, matched, filter, sessions }: Narrowing): string | undefined {
  const scopes = [
    sessions === undefined || sessions.length > MAX_SESSIONS ? undefined : sessions.map(sessionToken),
    filter.roles === undefined ? undefined : Array.from(filter.roles, roleToken),
    filter.tools === undefined ? undefined : Array.from(filter.tools, toolToken),
  ];
  const parts = scopes.flatMap((tokens) => (tokens === undefined ? [] : [`{scope} : (${anyOf(tokens)})`]));
  const words = wordsExpression(parsed, matched);
  if (words !== undefined) parts.unshift(`{text} : (${words})`);
  return parts.length === 0 ? undefined : parts.join(' AND ');
}

/** What the index knows about a row besides its words. */
export function scopeText({
  session,
  role,
  tools,
}: {
  readonly session: number;
  readonly role: string;
  readonly tools: readonly string[];
}): string {
  return [sessionToken(session), roleToken(role), ...tools.map(toolToken)].join(' ');
}

function sessionToken(session: number): string {
  return `s${session}`;
}

function roleToken(role: string): string {
  return `r${plain(role)}`;
}

function toolToken(name: string): string {
  return `t${plain(name)}`;
}

/** Two names may give one token: the row itself is checked as well. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function wordsExpression(parsed: ParsedQuery, matched: 'all' | 'any'): string | undefined {
  switch (parsed.mode) {
    case 'regex':
      return undefined;
    case 'literal': {
      const phrases = wholeWordsOf(parsed.literal);
      return phrases.length === 0 ? undefined : phrases.slice(0, MAX_ALL_TERMS).map(wholeWords).join(' AND ');
    }
    case 'text':
      return matched === 'all' ? allTerms(parsed.terms) : anyTerm(someTerms(parsed.terms));
  }
}

function allTerms(terms: readonly Term[]): string | undefined {
  const known = terms
    .filter(({ words }) => words.length > 0)
    .toSorted((one, other) => other.source.length - one.source.length);
  const chosen = known.slice(0, MAX_ALL_TERMS).map(({ words }) => phrase(words));
  return chosen.length === 0 ? undefined : chosen.join(' AND ');
}

function anyTerm(terms: readonly Term[]): string | undefined {
  if (terms.length > MAX_ANY_TERMS || terms.some(({ words }) => words.length === 0)) return undefined;
  return anyOf(terms.map(({ words }) => words.slice(0, MAX_PHRASE_WORDS).map(spell).join(' ')));
}

function anyOf(phrases: readonly string[]): string {
  return phrases.map((each) => `"${each}"`).join(' OR ');
}

/** Spelt words hold letters and digits alone, so nothing in them can end the quotes. */
function phrase(words: readonly string[]): string {
  return `"${words.slice(0, MAX_PHRASE_WORDS).map(spell).join(' ')}"`;
}

function wholeWords({ forms, isOpen }: Phrase): string {
  return `${phrase(forms)}${isOpen && forms.length <= MAX_PHRASE_WORDS ? ' *' : ''}`;
}
