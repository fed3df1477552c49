/** Edits up to which a name counts as a slip of the keyboard. */
const MAX_EDITS = 2;

/**
 * The known name that `name` was probably meant to be: the same letters in another
 * case or without separators, else the nearest within two edits. `undefined` when
 * nothing is near. The first of `known` wins a draw.
 */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const letters = lettersOf(name);
  const sameLetters = known.find((candidate) => lettersOf(candidate) === letters);
  if (sameLetters !== undefined) return sameLetters;

  let best: string | undefined;
  // As many edits as there are letters would turn anything into anything.
  let bestEdits = Math.min(MAX_EDITS + 1, name.length);
  for (const candidate of known) {
    const edits = editDistance(name, candidate);
    if (edits >= bestEdits) continue;
    best = candidate;
    bestEdits = edits;
  }
  return best;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '').replaceAll('-', '');
}

/** Insertions, removals and replacements between two names, counted up to one more than matters. Keeps one row of the table. */
function editDistance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > MAX_EDITS) return MAX_EDITS + 1;
  const row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let line = 1; line <= from.length; line += 1) {
    let diagonal = line - 1;
    row[0] = line;
    for (let column = 1; column <= to.length; column += 1) {
      const above = row[column] ?? 0;
      const replaced = diagonal + (from[line - 1] === to[column - 1] ? 0 : 1);
      row[column] = Math.min(replaced, above + 1, (row[column - 1] ?? 0) + 1);
      diagonal = above;
    }
  }
  return row[to.length] ?? 0;
}
