import { wordsOf } from './words.ts';

/** Words that stand side by side. */
export interface Phrase {
  readonly forms: readonly string[];
  /** Whether the last one is the beginning of a word only. */
  readonly isOpen: boolean;
}

/**
 * The words that a text must have if it holds these characters. What stands at either end may go on outside, and counts
 * only where its form cannot change by that.
 */
export function wholeWordsOf(literal: string): readonly Phrase[] {
  // Half a pair could be a part of any letter.
  if (!literal.isWellFormed()) return [];
  const phrases: Phrase[] = [];
  let forms: string[] = [];
  const finish = (isOpen: boolean): void => {
    if (forms.length > 0) phrases.push({ forms, isOpen });
    forms = [];
  };
  for (const { form, start, end } of wordsOf(literal)) {
    const isAtEnd = end === literal.length;
    if (!beginsHere(literal, start) || (isAtEnd && !isStableBeginning(literal.slice(start)))) finish(false);
    else forms.push(form);
    if (isAtEnd) finish(forms.at(-1) === form);
  }
  finish(false);
  return phrases;
}

/** A character that is a word by itself, whatever stands in front of it. Parts of Korean syllables are not. */
const ALONE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]/u;
const JAMO = /^[\u1100-\u11ff]/;

function beginsHere(literal: string, start: number): boolean {
  const rest = literal.slice(start, start + 2);
  if (JAMO.test(rest)) return false;
  if (ALONE.test(rest)) return true;
  // A mark in front belongs to a letter that may stand outside, and then that letter's word goes on here.
  return start > 0 && !/\p{M}$/u.test(literal.slice(Math.max(0, start - 2), start));
}

/** Whatever follows, the word's form begins like this: it is none that is stemmed, and its last letter takes no accent. */
function isStableBeginning(word: string): boolean {
  return (
    /^[0-9A-Za-z]*[0-9][0-9A-Za-z]*$/.test(word) ||
    /^[\p{Script=Han}\uac00-\ud7a3\p{Script=Thai}\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]/u.test(
      word,
    )
  );
}
