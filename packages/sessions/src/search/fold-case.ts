/**
 * A text for comparison without upper and lower case, by the whole of Unicode and not only ASCII. Unit for unit as long
 * as the text itself, so that a place in one is the same place in the other.
 */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  // A letter whose lower case is longer, such as `İ`, would move all that follows it; it stays as it is.
  const aligned = lower.length === text.length ? lower : Array.from(text, lowerUnit).join('');
  // At the end of a word JavaScript gives another sigma, and typists another apostrophe.
  return /[ς’]/.test(aligned) ? aligned.replaceAll('ς', 'σ').replaceAll('’', "'") : aligned;
}

function lowerUnit(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}
