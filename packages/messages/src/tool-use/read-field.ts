/** A field of a value that came from outside; `undefined` where there is none, or no object to have it. */
export function readField(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

/** A field, when it is a text. */
export function readText(value: unknown, name: string): string | undefined {
  const field = readField(value, name);
  return typeof field === 'string' ? field : undefined;
}

/** A field, when it is a list; empty otherwise. */
export function readList(value: unknown, name: string): readonly unknown[] {
  const field = readField(value, name);
  return Array.isArray(field) ? field : [];
}

/** The value of a JSON text; `undefined` where it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // what a model or a server wrote need not be JSON
  }
}
