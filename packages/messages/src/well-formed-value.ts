import { wellFormed } from './truncate.ts';

/** How deep a value is read. No provider's part comes near; a hostile file must not exhaust the stack. */
const MAX_DEPTH = 64;

/**
 * A JSON value with lone surrogates in its strings and keys replaced by U+FFFD.
 * Whatever has none is returned as it is (`===`), so a difference means that something was replaced.
 */
export function wellFormedValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return value;
  return Array.isArray(value) ? wellFormedList(value, depth) : wellFormedRecord(value, depth);
}

function wellFormedList(list: readonly unknown[], depth: number): readonly unknown[] {
  const result = list.map((item) => wellFormedValue(item, depth + 1));
  return result.every((item, index) => Object.is(item, list[index])) ? list : result;
}

function wellFormedRecord(record: object, depth: number): object {
  const entries = Object.entries(record);
  let isChanged = false;
  const result = entries.map(([key, value]): readonly [string, unknown] => {
    const entry = [wellFormed(key), wellFormedValue(value, depth + 1)] as const;
    isChanged ||= entry[0] !== key || !Object.is(entry[1], value);
    return entry;
  });
  return isChanged ? Object.fromEntries(result) : record;
}
