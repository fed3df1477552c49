/** Letters that lower-casing leaves apart from those that they are compared with. */
const SPECIAL = /[ςſ]/;
const SPECIALS = /[ςſ]/g;

/**
 * A text for comparison without upper and lower case, by the whole of Unicode. Unit for unit as long as the text itself,
 * so that a place in one is the same place in the other.
 */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  // A letter whose lower case is longer, such as `İ`, would move all that follows it; it stays as it is.
  const aligned = lower.length === text.length ? lower : Array.from(text, lowerUnits).join('');
  return SPECIAL.test(aligned) ? aligned.replaceAll(SPECIALS, (letter) => (letter === 'ς' ? 'σ' : 's')) : aligned;
}

function lowerUnits(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}
