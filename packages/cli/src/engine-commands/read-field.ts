/** A field of what a stranger made; `undefined` when there is none, or when reading it throws. */
export function readField(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return Reflect.get(value, field);
  } catch {
    return undefined; // unreadable is as good as absent: the caller names the missing field
  }
}
