/**
 * Whether a parsed value holds a number too large to have been read exactly, such as a 64-bit id. Its digits are in
 * the file alone.
 */
export function holdsRoundedNumber(value: unknown): boolean {
  // A list that grows while it is walked, and no recursion: what the value nests is up to the file it comes from.
  const nodes: unknown[] = [value];
  for (const node of nodes) {
    if (typeof node === 'number' && Math.abs(node) > Number.MAX_SAFE_INTEGER) return true;
    if (typeof node === 'object' && node !== null) for (const child of Object.values(node)) nodes.push(child);
  }
  return false;
}
