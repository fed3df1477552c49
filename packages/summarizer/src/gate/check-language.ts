import { detectLanguage, type Language } from '../extract/language.ts';
import { type Check, hard } from './finding.ts';
import type { SourceFacts } from './gate-source.ts';
import { heldRuns, runsOf, shareOfRuns } from './word-runs.ts';
import { wordsOf } from './words-of.ts';

/** A text is read in pieces of so many characters: a word or two may belong to many languages, a piece to one. */
const PIECE_CHARS = 240;
const MAX_PIECES = 80;

/** Of a person's message, how much is looked at: the rest of a long one was pasted. */
const REQUEST_CHARS = 2_000;

/** Shares of pieces that make a language certain, and a language absent. */
const CERTAIN_SHARE = 0.75;
const ABSENT_SHARE = 0.1;

/** Fewer pieces of a summary tell nothing: names of files and commands are no language. */
const MIN_PIECES = 2;

const NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  zh: 'Chinese',
  ja: 'Japanese',
  ko: 'Korean',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  pt: 'Portuguese',
  ru: 'Russian',
};

/** A summary is in the language that the user writes in. */
export const checkLanguage: Check = (draft, facts) => {
  const user = votesOf(facts.requests.map((request) => proseOf(request.slice(0, REQUEST_CHARS))));
  const spoken = certain(user, 1);
  if (spoken === undefined) return [];
  const own = draft.entries.map(({ text }) => text); // without headings, which are English in every language
  if (foreignTo(spoken, own) === undefined) return [];
  // What was copied, from the summary before too, is in the language that it was in.
  const written = foreignTo(spoken, withoutCopies(own, facts));
  if (written === undefined) return [];
  return [hard('language', `The summary is in ${NAMES[written]}, but the user writes ${NAMES[spoken]}.`)];
};

/** The language of some entries, where it is another one for sure. */
function foreignTo(spoken: Language, entries: readonly string[]): Language | undefined {
  const votes = votesOf([proseOf(entries.join('\n'))]);
  const written = certain(votes, MIN_PIECES);
  const isForeign = written !== undefined && written !== spoken && shareOf(spoken, votes) <= ABSENT_SHARE;
  return isForeign ? written : undefined;
}

function withoutCopies(entries: readonly string[], { texts }: SourceFacts): readonly string[] {
  const runs = entries.map((entry) => runsOf(wordsOf(entry)));
  const held = heldRuns(texts, new Set(runs.flat()));
  return entries.filter((_, index) => shareOfRuns(runs[index] ?? [], held) < COPIED_SHARE);
}

/** An entry with this share of its runs of words in the source was copied: nobody translates into the same words. */
const COPIED_SHARE = 0.3;

/** Without quotations, code, paths and addresses: those are copied in the language that they were in. */
function proseOf(text: string): string {
  return text
    .replaceAll(/```[^`]{0,20000}```/g, ' ')
    .replaceAll(/`[^`\n]{1,400}`|“[^”]{1,1200}”|"[^"\n]{1,400}"|「[^」]{1,400}」/g, ' ')
    .replaceAll(/\S{0,200}[/\\_=<>{}]\S{0,200}/g, ' ');
}

/** The language of each piece that is in one for sure. */
function votesOf(texts: readonly string[]): readonly Language[] {
  const whole = texts.join('\n').replaceAll(/\s+/g, ' ');
  const length = Math.min(whole.length, PIECE_CHARS * MAX_PIECES);
  const votes: Language[] = [];
  for (let start = 0; start < length; start += PIECE_CHARS) {
    const vote = voteOf(whole.slice(start, start + PIECE_CHARS));
    if (vote !== undefined) votes.push(vote);
  }
  return votes;
}

/** Words without which nobody writes a sentence. Names of files and commands hold one or the other by chance. */
const COMMON: Readonly<Partial<Record<Language, RegExp>>> = {
  en: /(?<!\p{L})(?:the|and|is|are|was|were|to|of|that|this|with|for|not|be|you|it|please|should|has|have|in|on)(?!\p{L})/giu,
  de: /(?<!\p{L})(?:der|die|das|und|ist|nicht|ein|eine|mit|für|auf|den|zu|wird|wurde|im|bitte|sie|ich|wir)(?!\p{L})/giu,
  fr: /(?<!\p{L})(?:le|la|les|des|est|une|dans|pour|pas|que|sur|avec|et|du|il|nous|vous|je)(?!\p{L})/giu,
  es: /(?<!\p{L})(?:el|la|los|las|una|que|para|con|por|del|está|en|es|se|lo|y)(?!\p{L})/giu,
  pt: /(?<!\p{L})(?:não|uma|para|com|você|os|das|dos|que|em|foi|está|é|da|na)(?!\p{L})/giu,
};

/** A piece with fewer different ones is in no language for sure. */
const MIN_COMMON_WORDS = 3;

function voteOf(piece: string): Language | undefined {
  const language = detectLanguage([piece]);
  const common = COMMON[language];
  if (common === undefined) return isInScript(piece) ? language : undefined;
  const words = new Set(piece.toLowerCase().match(common) ?? []);
  return words.size >= MIN_COMMON_WORDS ? language : undefined;
}

/** Scripts of the languages that are known by theirs. */
const SCRIPTS = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Cyrillic}\u3040-\u30ff]/gu;
const SCRIPT_SHARE = 0.3;

function isInScript(piece: string): boolean {
  return (piece.match(SCRIPTS)?.length ?? 0) >= (piece.match(/\p{L}/gu)?.length ?? 0) * SCRIPT_SHARE;
}

function certain(votes: readonly Language[], minPieces: number): Language | undefined {
  if (votes.length < minPieces) return undefined;
  return votes.find((language) => shareOf(language, votes) >= CERTAIN_SHARE);
}

function shareOf(language: Language, votes: readonly Language[]): number {
  return votes.length === 0 ? 0 : votes.filter((vote) => vote === language).length / votes.length;
}
