const WORDS_BEFORE = 4;
const MIN_WORD_CHARS = 4;
const AROUND_CHARS = 200;

/**
 * What somebody would search who remembers what an item was about, and not its value: words in front of it or behind it;
 * for a whole sentence its longest words. Two tries.
 */
export function searchWords(probe: string, around: string): readonly string[] {
  const at = around.indexOf(probe);
  const before = wordsIn(around.slice(Math.max(0, at - AROUND_CHARS), at)).slice(-WORDS_BEFORE);
  const behind = wordsIn(around.slice(at + probe.length, at + probe.length + AROUND_CHARS)).slice(0, WORDS_BEFORE);
  const own = wordsIn(probe).toSorted((left, right) => right.length - left.length);
  const isSentence = own.length > WORDS_BEFORE;
  const first = isSentence ? own.slice(0, 3) : before.length > 0 ? before : behind;
  const second = isSentence ? own.slice(0, 1) : own.slice(0, 2);
  return [first, second].map((words) => words.join(' ')).filter((words) => words !== '');
}

function wordsIn(text: string): readonly string[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}_-]+/gu)]
    .map(([word]) => word)
    .filter((word) => word.length >= MIN_WORD_CHARS);
}
