/** A range of a text, and what takes its place. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with its ranges replaced, everything else as it was. The ranges must not overlap. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = text;
  // From the back, so that the offsets in front stay right.
  for (const { start, end, text: replacement } of splices.toSorted((a, b) => b.start - a.start || b.end - a.end)) {
    result = result.slice(0, start) + replacement + result.slice(end);
  }
  return result;
}
