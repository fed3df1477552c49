/** Where a string stands in a value: keys and indices from the outside in. */
export type ValuePath = readonly (string | number)[];

/** A long string, and where it stood. */
export interface LiftedString {
  readonly path: ValuePath;
  readonly text: string;
}

/** Shorter strings stay: a row of their own would cost as much as it saves. */
const LONG_CHARS = 384;

/** Take the long strings out of a JSON value; empty strings hold their places. */
export function liftStrings(value: unknown): { readonly rest: unknown; readonly lifted: readonly LiftedString[] } {
  const lifted: LiftedString[] = [];
  const lift = (part: unknown, path: ValuePath): unknown => {
    if (typeof part === 'string') {
      if (part.length < LONG_CHARS) return part;
      lifted.push({ path, text: part });
      return '';
    }
    if (Array.isArray(part)) return part.map((item: unknown, index) => lift(item, [...path, index]));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, lift(item, [...path, key])]));
  };
  return { rest: lift(value, []), lifted };
}

/** Put a string back to where it stood. */
export function putString(value: unknown, path: ValuePath, text: string): void {
  let holder: unknown = value;
  for (const key of path.slice(0, -1)) holder = ownValue(holder, key);
  const last = path.at(-1);
  if (typeof holder !== 'object' || holder === null || last === undefined)
    throw new TypeError('A path that leads nowhere.');
  // Not an assignment: a key such as `__proto__` must stay a key.
  Object.defineProperty(holder, last, { value: text, writable: true, enumerable: true, configurable: true });
}

function ownValue(holder: unknown, key: string | number): unknown {
  if (typeof holder !== 'object' || holder === null) throw new TypeError('A path that leads nowhere.');
  return Object.getOwnPropertyDescriptor(holder, key)?.value;
}
