import { foldCase } from './fold-case.ts';
import { MAX_WORD_CHARS, tokensOf } from './index-text.ts';

/** One thing that a text may hold. */
export interface Term {
  /** As it was asked for, case folded. */
  readonly source: string;
  /** Its words and characters in the index's form, side by side in the text. None for a term of signs alone. */
  readonly words: readonly string[];
  /** What must stand in the text letter for letter; unknown: its one word is enough. */
  readonly literal: string | undefined;
}

/** A question in words: a text must hold one term of each group. */
export interface TextQuery {
  readonly groups: readonly (readonly Term[])[];
  /** In English, for whoever asked: what was understood otherwise than it may have been meant. */
  readonly warnings: readonly string[];
}

/**
 * Read a text as a question in words. Any text with more than blanks is one. Terms stand between blanks or quotes; `OR`
 * between two of them lets either do.
 *
 * @param isSensitive - Whether capitals count: then all terms are compared letter for letter.
 */
export function parseTextQuery(text: string, isSensitive: boolean): TextQuery {
  const chunks = chunksOf(text.toWellFormed());
  const groups: Term[][] = [];
  let joint: Joint = 'and';
  for (const [index, chunk] of chunks.entries()) {
    const isInside = index > 0 && index < chunks.length - 1;
    const next = isInside ? jointOf(chunk) : undefined;
    if (next === undefined) addTo(groups, termOf(chunk, isSensitive), joint);
    joint = next ?? 'and';
  }
  return { groups: withoutNoise(distinct(groups)), warnings: warningsFor(chunks) };
}

type Joint = 'and' | 'or';

/** How what follows is joined to what was before, where a chunk says that and nothing else. */
function jointOf({ source, isQuoted }: Chunk): Joint | undefined {
  if (isQuoted) return undefined;
  return source === 'OR' ? 'or' : source === 'AND' ? 'and' : undefined;
}

function addTo(groups: Term[][], term: Term, joint: Joint): void {
  const last = groups.at(-1);
  if (joint === 'or' && last !== undefined) last.push(term);
  else groups.push([term]);
}

/** Words that say nothing by themselves: they are left out where a text need not hold all terms. */
const FILLERS: ReadonlySet<string> = new Set(
  `a about an and any are as at be been but by can could did do does for from had has have how i if in into is it its me
  my no not of on or our should so than that the their them then there these they this to us was we were what when where
  which who why will with would you your`.split(/\s+/),
);

/** The terms by which a text is found that does not hold all of them: those that tell something, or all if none does. */
export function tellingTerms({ groups }: TextQuery): readonly Term[] {
  const terms = groups.flat();
  const telling = terms.filter(({ source, words }) => words.length > 0 && !FILLERS.has(source));
  return telling.length === 0 ? terms : telling;
}

interface Chunk {
  readonly source: string;
  readonly isQuoted: boolean;
}

/** Phrases between quotes, and what stands between blanks. A quote within a word is a character like another. */
function chunksOf(text: string): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (const { groups } of text.matchAll(/"(?<phrase>[^"]*[^"\s][^"]*)"(?=\s|$|[.,;:!?)])|(?<word>\S+)/g)) {
    const phrase = groups?.['phrase']?.trim();
    chunks.push(
      phrase === undefined ? { source: groups?.['word'] ?? '', isQuoted: false } : { source: phrase, isQuoted: true },
    );
  }
  return chunks;
}

/** A word of a sentence without the sentence's own marks: `(see config?` asks for `see` and `config`. */
function undress(word: string): string {
  // Emoji keyboards add a mark that says "as a picture"; the same sign without it is the same sign.
  const bare = word.replace(/\ufe0f$/, '').replace(/(?<=[^.,;:!?…。，、；：！？])[.,;:!?…。，、；：！？]{1,3}$/u, '');
  if (bare.startsWith('(') && !bare.includes(')')) return bare.slice(1) || bare;
  return bare.endsWith(')') && !bare.includes('(') ? bare.slice(0, -1) || bare : bare;
}

function termOf({ source, isQuoted }: Chunk, isSensitive: boolean): Term {
  const bare = isQuoted ? source : undress(source);
  const tokens = [...tokensOf(bare)];
  const [only] = tokens;
  const isOneWord =
    tokens.length === 1 && only !== undefined && !only.isUnit && only.start === 0 && only.end === bare.length;
  const areWordsEnough = isOneWord && bare.length <= MAX_WORD_CHARS && !isSensitive;
  return {
    source: isSensitive ? bare : foldCase(bare),
    words: tokens.map(({ form }) => form),
    literal: areWordsEnough ? undefined : isSensitive ? bare : foldCase(bare),
  };
}

function distinct(groups: readonly (readonly Term[])[]): readonly (readonly Term[])[] {
  const known = new Map(groups.map((terms) => [terms.map(({ source }) => source).join('\n'), terms]));
  return [...known.values()];
}

/** Without single signs between words, such as the dash of `store - index`. */
function withoutNoise(groups: readonly (readonly Term[])[]): readonly (readonly Term[])[] {
  const kept = groups.filter((terms) => terms.some(({ words, source }) => words.length > 0 || source.length > 1));
  return kept.length === 0 ? groups : kept;
}

function warningsFor(chunks: readonly Chunk[]): readonly string[] {
  const plain = chunks.filter(({ isQuoted }) => !isQuoted).map(({ source }) => source);
  const warnings: string[] = [];
  if (plain.slice(1, -1).includes('AND')) warnings.push('AND is not needed: all words must be there anyway.');
  if (plain.length > 1 && plain.includes('NOT')) {
    warnings.push('NOT leaves nothing out here: it was looked for as a word. Use regex mode or filters instead.');
  }
  const excluded = plain.length > 1 ? plain.find((word) => /^-[^\W\d_]/.test(word)) : undefined;
  if (excluded !== undefined) warnings.push(`${excluded} leaves nothing out here: it was looked for as it stands.`);
  return warnings;
}
