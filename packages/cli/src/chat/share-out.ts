/**
 * A whole number shared out in proportion to weights: the shares add up to it, and differ from the exact ones by less
 * than one, unless a share would be nothing though its weight is something and there is enough to give it one.
 * Pure. All zeros where nothing weighs anything.
 */
export function shareOut(total: number, weights: readonly number[]): readonly number[] {
  const weight = weights.reduce((sum, each) => sum + each, 0);
  if (weight <= 0 || total <= 0) return weights.map(() => 0);
  const exact = weights.map((each) => (total * each) / weight);
  const shares = exact.map(Math.floor);
  const byRest = exact
    .map((share, index) => ({ index, rest: share - Math.floor(share) }))
    .toSorted((one, other) => other.rest - one.rest || one.index - other.index);
  const missing = total - shares.reduce((sum, each) => sum + each, 0);
  for (const { index } of byRest.slice(0, missing)) shares[index] = (shares[index] ?? 0) + 1;
  return withoutGaps(shares, weights);
}

/** What is there is to be seen: the largest share gives one to each that would be nothing. */
function withoutGaps(given: readonly number[], weights: readonly number[]): readonly number[] {
  const shares = [...given];
  for (const [index, weight] of weights.entries()) {
    if (weight <= 0 || shares[index] !== 0) continue;
    const largest = shares.indexOf(Math.max(...shares));
    const spare = shares[largest] ?? 0;
    if (spare < 2) break;
    shares[largest] = spare - 1;
    shares[index] = 1;
  }
  return shares;
}
