/** A JSON object whose fields have not been looked at. */
export type WireObject = Readonly<Record<string, unknown>>;

/** A content block, a content part or an item: an object that says what it is. */
export interface WireBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Whether a value is an object with keys, as opposed to a list or a scalar. */
export function isWireObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an object with a `type`. */
export function isWireBlock(value: unknown): value is WireBlock {
  return isWireObject(value) && typeof value['type'] === 'string';
}

/** A list of any values, read-only, where `Array.isArray` alone would promise more than it knows. */
export function isWireList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The string under a key; `undefined` where something else, or nothing, stands there. */
export function stringField(value: WireObject, key: string): string | undefined {
  const field = value[key];
  return typeof field === 'string' ? field : undefined;
}

/** A copy without some of the keys, in the same order. */
export function withoutKeys(value: WireObject, keys: readonly string[]): WireObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}
