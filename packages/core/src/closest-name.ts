/** Edits up to which a name counts as a slip of the typist: two, since swapped letters are two. */
const MAX_EDITS = 2;

/** The known name nearest to `name` by edit distance, capitals apart, when it is near enough to be a typing slip. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  let best: { readonly candidate: string; readonly edits: number } | undefined;
  for (const candidate of known) {
    // Lengths bound the distance from below, which spares a long wrong name the quadratic part.
    if (Math.abs(candidate.length - wanted.length) > MAX_EDITS) continue;
    const edits = editDistance(wanted, candidate.toLowerCase());
    // As many edits as letters would turn any name into any other.
    const isNear = edits <= MAX_EDITS && edits < candidate.length;
    if (isNear && (best === undefined || edits < best.edits)) best = { candidate, edits };
  }
  return best?.candidate;
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 0; i < left.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < right.length; j += 1) {
      const replaced = (row[j] ?? 0) + (left[i] === right[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
