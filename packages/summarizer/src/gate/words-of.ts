const WORD = /[\p{L}\p{N}_$@~+.-]{1,200}/gu;

/** The words of a text, small, without signs at their ends. */
export function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(WORD) ?? [];
  return words.map((word) => word.replace(/^[.~+$@-]{1,20}/, '').replace(/[.~+$@-]{1,20}$/, '')).filter(Boolean);
}
