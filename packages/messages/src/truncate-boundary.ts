// Where a text may be cut without splitting what a reader sees as one character.
// `Intl.Segmenter` knows, but reads a text from its start; so it is only shown the neighbourhood of the cut.

// Made when first needed: making one takes the run time 20 ms, and plain text never needs it.
let segmenter: Intl.Segmenter | undefined;

/** How far from a cut the segmenter looks, either way, in chars. A cluster longer than that is noise, and may be split. */
const REACH_CHARS = 256;

/** UTF-16 units that neither join the unit before nor after: between two of them there is always a boundary. */
const PLAIN_RANGES = [
  [0x20, 0x7e], // ASCII, without controls: CR and LF belong together
  [0xc0, 0x2ff], // Latin letters
  [0x400, 0x482], // Cyrillic
  [0x3041, 0x3096], // Hiragana
  [0x30a1, 0x30fa], // Katakana
  [0x4e00, 0x9fff], // Han
  [0xac00, 0xd7a3], // Hangul syllables
] as const;

/** The last boundary at or before `index`. */
export function boundaryBefore(text: string, index: number): number {
  if (index <= 0) return 0;
  if (index >= text.length) return text.length;
  const start = surelyBoundary(text, index);
  if (start === index) return index;
  // Two more units hold the character behind the cut, which is all that decides about it.
  const found = boundariesOf(text, start, index + 2).findLast((boundary) => boundary <= index);
  return found ?? outsidePair(text, index);
}

/** The first boundary at or after `index`. */
export function boundaryAfter(text: string, index: number): number {
  if (index <= 0) return 0;
  if (index >= text.length) return text.length;
  const start = surelyBoundary(text, index);
  if (start === index) return index;
  const end = Math.min(text.length, index + REACH_CHARS);
  const found = boundariesOf(text, start, end).find((boundary) => boundary >= index);
  return found ?? (end === text.length ? end : outsidePair(text, index));
}

/** A place at or before `index` that is certainly a boundary, or as far back as is looked. */
function surelyBoundary(text: string, index: number): number {
  const earliest = Math.max(0, index - REACH_CHARS);
  for (let at = index; at > earliest; at -= 1) {
    if (isPlain(text.charCodeAt(at - 1)) && isPlain(text.charCodeAt(at))) return at;
  }
  return earliest;
}

/** Boundaries in `[start, end)`. The start itself counts only where it is known to be one. */
function boundariesOf(text: string, start: number, end: number): readonly number[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const isCertain = start === 0 || (isPlain(text.charCodeAt(start - 1)) && isPlain(text.charCodeAt(start)));
  const boundaries = Array.from(segmenter.segment(text.slice(start, end)), (segment) => start + segment.index);
  return isCertain ? boundaries : boundaries.slice(1);
}

function isPlain(unit: number): boolean {
  return PLAIN_RANGES.some(([first, last]) => unit >= first && unit <= last);
}

function outsidePair(text: string, index: number): number {
  const isInsidePair = isHighSurrogate(text.charCodeAt(index - 1)) && isLowSurrogate(text.charCodeAt(index));
  return isInsidePair ? index - 1 : index;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
