import type { SourceText } from './gate-source.ts';
import { wordsOf } from './words-of.ts';

/** Texts are compared by runs of so many words; where words are not set apart, of pieces of so many characters. */
const RUN_WORDS = 4;
const PIECE_CHARS = 3;

/** Fewer words are in many texts by chance. */
const MIN_WORDS = 3;

const WIDE = /[\p{Script=Han}\p{Script=Hangul}\u3040-\u30ff]/u;

/** The runs of a text's words, as `wordsOf` gives them; of a text of few words, one run; of one of fewer, none. */
export function runsOf(words: readonly string[]): readonly string[] {
  const units = words.flatMap((word) => (WIDE.test(word) ? piecesOf(word) : [word]));
  if (units.length < MIN_WORDS) return [];
  if (units.length < RUN_WORDS) return [units.join(' ')];
  const runs: string[] = [];
  for (let index = 0; index + RUN_WORDS <= units.length; index += 1) {
    runs.push(units.slice(index, index + RUN_WORDS).join(' '));
  }
  return runs;
}

/** Those of some runs that the texts hold. Reads the texts once. */
export function heldRuns(texts: readonly SourceText[], wanted: ReadonlySet<string>): ReadonlySet<string> {
  const held = new Set<string>();
  for (const { text } of texts) {
    for (const run of runsOf(wordsOf(text))) {
      if (wanted.has(run)) held.add(run);
    }
  }
  return held;
}

/** Of some runs, the share that is held; 0 where there are none. */
export function shareOfRuns(runs: readonly string[], held: ReadonlySet<string>): number {
  return runs.length === 0 ? 0 : runs.filter((run) => held.has(run)).length / runs.length;
}

function piecesOf(word: string): readonly string[] {
  const pieces: string[] = [];
  for (let index = 0; index + PIECE_CHARS <= word.length; index += 1)
    pieces.push(word.slice(index, index + PIECE_CHARS));
  return pieces.length === 0 ? [word] : pieces;
}
