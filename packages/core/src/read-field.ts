/**
 * A field of a value of unknown make; `undefined` when there is none, or when reading it throws.
 * For values that a plug-in made: a getter or a proxy of theirs must not bring down the host.
 */
export function readField(value: unknown, field: string): unknown {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return undefined;
  try {
    return Reflect.get(value, field);
  } catch {
    return undefined; // unreadable is as good as absent: the caller names the missing field
  }
}
