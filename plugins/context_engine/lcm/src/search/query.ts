import { compileRegex, hasCapitals } from './compile-regex.ts';
import type { GrepError, GrepMode, GrepRequest } from './grep-types.ts';
import { gramsOf, quoted, tokensOf } from './index-text.ts';
import { literalMatcher, type Matcher, regexMatcher, termsMatcher } from './matcher.ts';
import { type Needs, regexNeeds } from './regex-needs.ts';
import { parseTextQuery, type Term, type TextQuery, tellingTerms } from './text-query.ts';

/** What an index is asked for: a superset of the hits among what it knows. */
export interface Narrowing {
  readonly table: 'words' | 'grams';
  /** In the query language of the index. */
  readonly expression: string;
}

/** How a question was loosened. */
export type Relaxation = 'any-term' | 'ignore-case';

/** A question that can be put to texts. */
export interface Query {
  readonly mode: Exclude<GrepMode, 'auto'>;
  readonly matcher: Matcher;
  /** Unknown: every text must be looked at. */
  readonly narrowing: Narrowing | undefined;
  /** Whether all that the index names is a hit. */
  readonly isIndexEnough: boolean;
  /** In text mode: what it was read as. */
  readonly text: TextQuery | undefined;
  /** What may be tried when nothing matches. */
  readonly relaxation: Relaxation | undefined;
  readonly warnings: readonly string[];
}

/** Read a request's pattern. */
export function readQuery(request: GrepRequest): Query | GrepError {
  const { mode, pattern } = request;
  if (mode !== 'auto') return queryOf(request, mode);
  if (!looksLikeRegex(pattern)) return hinted(queryOf(request, 'text'), pattern);
  const query = queryOf(request, 'regex');
  if (query.mode === undefined)
    return withWarning(queryOf(request, 'text'), 'Read as text: it is no regular expression.');
  return withWarning(query, 'Read as a regular expression. Use mode "text" or "literal" for these very characters.');
}

/** The same question with capitals the same as small letters. */
export function ignoringCase(request: GrepRequest, mode: Query['mode']): Query | GrepError {
  return queryOf({ ...request, case: 'insensitive' }, mode);
}

type QueryOrError = Query | (GrepError & { readonly mode?: undefined });

function queryOf(request: GrepRequest, mode: Query['mode']): QueryOrError {
  switch (mode) {
    case 'text':
      return textQuery(request);
    case 'literal':
      return literalQuery(request);
    case 'regex':
      return regexQuery(request);
  }
}

function textQuery(request: GrepRequest): Query {
  const isSensitive = request.case === 'sensitive';
  const text = parseTextQuery(request.pattern, isSensitive);
  return {
    mode: 'text',
    matcher: termsMatcher(text.groups, isSensitive),
    narrowing: narrowingOf(text.groups),
    isIndexEnough: text.groups.length <= MAX_GROUPS && text.groups.flat().every(({ literal }) => literal === undefined),
    text,
    relaxation:
      text.groups.length > 1 && tellingTerms(text).every(({ words }) => words.length > 0) ? 'any-term' : undefined,
    warnings: text.warnings,
  };
}

function literalQuery(request: GrepRequest): Query {
  const { pattern } = request;
  const { isSensitive, relaxation } = caseOf(request, false);
  const grams = gramsOf(pattern);
  return {
    mode: 'literal',
    matcher: literalMatcher(pattern, isSensitive),
    narrowing: grams.length > 0 ? { table: 'grams', expression: grams.join(' AND ') } : unitsNarrowing(pattern),
    isIndexEnough: false,
    text: undefined,
    relaxation,
    warnings: [],
  };
}

function regexQuery(request: GrepRequest): QueryOrError {
  const { pattern } = request;
  const { isSensitive, relaxation } = caseOf(request, true);
  const compiled = compileRegex(pattern, isSensitive);
  if (compiled.kind === 'bad') {
    const { message, position } = compiled;
    return { kind: 'error', reason: 'bad-pattern', message, ...(position !== undefined && { position }) };
  }
  const expression = needsExpression(regexNeeds(pattern));
  return {
    mode: 'regex',
    matcher: regexMatcher(compiled.expression),
    narrowing: expression === undefined ? undefined : { table: 'grams', expression },
    isIndexEnough: false,
    text: undefined,
    relaxation,
    warnings: [],
  };
}

function caseOf(
  { pattern, case: asked }: GrepRequest,
  isRegex: boolean,
): { readonly isSensitive: boolean; readonly relaxation: Relaxation | undefined } {
  const isSmart = asked === 'smart' && hasCapitals(pattern, isRegex);
  return { isSensitive: asked === 'sensitive' || isSmart, relaxation: isSmart ? 'ignore-case' : undefined };
}

/** Terms that the index is asked for: a few leave hardly a row, and each more has its price. All are checked afterwards. */
const MAX_GROUPS = 24;
const MAX_PHRASE_WORDS = 16;

/** What the index of words knows of the groups; failing that, the one of pieces. */
function narrowingOf(groups: readonly (readonly Term[])[]): Narrowing | undefined {
  const byWords = groups.map(wordsExpression).filter((part) => part !== undefined);
  if (byWords.length > 0) return { table: 'words', expression: byWords.slice(0, MAX_GROUPS).join(' AND ') };
  const byGrams = groups.map(gramsExpression).filter((part) => part !== undefined);
  return byGrams.length > 0 ? { table: 'grams', expression: byGrams.slice(0, MAX_GROUPS).join(' AND ') } : undefined;
}

function wordsExpression(terms: readonly Term[]): string | undefined {
  return terms.some(({ words }) => words.length === 0) ? undefined : anyOf(terms.map(({ words }) => phrase(words)));
}

function gramsExpression(terms: readonly Term[]): string | undefined {
  const parts = terms.map(({ source }) => gramsOf(source));
  return parts.some((grams) => grams.length === 0)
    ? undefined
    : anyOf(parts.map((grams) => `(${grams.join(' AND ')})`));
}

/** Words side by side, for the index of words. */
function phrase(words: readonly string[]): string {
  return quoted(words.slice(0, MAX_PHRASE_WORDS).join(' '));
}

function anyOf(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' OR ')})`;
}

/** A literal too short for pieces is in the index of words nevertheless if it has characters that are words by themselves. */
function unitsNarrowing(literal: string): Narrowing | undefined {
  const units = Array.from(tokensOf(literal)).filter(({ isUnit }) => isUnit);
  if (units.length === 0) return undefined;
  return { table: 'words', expression: units.map(({ form }) => quoted(form)).join(' AND ') };
}

function needsExpression(needs: Needs): string | undefined {
  switch (needs.kind) {
    case 'any':
      return undefined;
    case 'literal': {
      const grams = gramsOf(needs.literal);
      return grams.length === 0 ? undefined : `(${grams.join(' AND ')})`;
    }
    case 'all': {
      const parts = needs.parts.map(needsExpression).filter((part) => part !== undefined);
      return parts.length === 0 ? undefined : `(${parts.join(' AND ')})`;
    }
    case 'some': {
      const parts = needs.parts.map(needsExpression);
      return parts.includes(undefined) ? undefined : `(${parts.join(' OR ')})`;
    }
  }
}

/** What nobody writes in a plain question: alternatives, repetition of anything, classes, anchors. */
const REGEX_SIGNS =
  /\S\|\S|\.[*+]|\\[dDwWsSbB.()[\]{}|+*?^$]|\\[pP]\{|\[[^\]\s]+\][+*{]|\[(?:\^|[^\]]*\w-\w)[^\]]*\]|\(\?[:imsP<]|^\^|[^\s$]\$$|\)[+*?{]/;
/** What may be one, and may be not. */
const REGEX_HINTS = /^\[[^\]]+\]$|[*+?]\)|\w[*]\w/;

const WINDOWS_PATH = /^[A-Za-z]:\\\w/;

function looksLikeRegex(pattern: string): boolean {
  return REGEX_SIGNS.test(pattern) && !WINDOWS_PATH.test(pattern);
}

function hinted(query: QueryOrError, pattern: string): QueryOrError {
  const hint = 'Read as text. If a regular expression is meant, use mode "regex".';
  return REGEX_HINTS.test(pattern) ? withWarning(query, hint) : query;
}

function withWarning(query: QueryOrError, warning: string): QueryOrError {
  return query.mode === undefined ? query : { ...query, warnings: [...query.warnings, warning] };
}

/** What the index of words is asked for one term; unknown for a term without words. */
export function termNarrowing({ words }: Term): Narrowing | undefined {
  return words.length === 0 ? undefined : { table: 'words', expression: phrase(words) };
}
