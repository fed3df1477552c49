import { counted, shortLine } from './note-lines.ts';

/** Levels that a shape goes down: below, a reader looks for himself, and the call stack stays small. */
const MAX_DEPTH = 6;
/** Keys of an object that are listed. An object with more is a table of its own. */
const MAX_KEYS = 30;
const SAMPLE_CHARS = 40;
const KEY_CHARS = 60;

/** What several values that stand in the same place have in common. */
export interface JsonShape {
  /** How many values there are. */
  readonly count: number;
  /** Their types in words, as `string` or `array of 3`. */
  readonly types: readonly string[];
  readonly sample?: string;
  readonly keys: readonly JsonKey[];
  readonly keyCount: number;
  /** How many of the values are objects: what a key's count is compared with. */
  readonly objectCount: number;
  /** The merged shape of the elements of all arrays. */
  readonly elements?: JsonShape;
}

interface JsonKey {
  readonly name: string;
  readonly shape: JsonShape;
}

/** The merged shape of values. Looks at each value within its depth once. */
export function shapeOf(values: readonly unknown[], depth = 0): JsonShape {
  const objects = values.filter(isRecord);
  const arrays = values.filter((value) => Array.isArray(value));
  const byKey = depth < MAX_DEPTH ? groupByKey(objects) : new Map<string, unknown[]>();
  const elements = depth < MAX_DEPTH ? arrays.flat() : [];
  const sample = values.find((value) => value !== null && typeof value !== 'object');
  return {
    count: values.length,
    types: typesOf(values, arrays),
    ...(sample === undefined ? {} : { sample: sampleOf(sample) }),
    keys: [...byKey].slice(0, MAX_KEYS).map(([name, each]) => ({ name, shape: shapeOf(each, depth + 1) })),
    keyCount: byKey.size,
    objectCount: objects.length,
    ...(elements.length === 0 ? {} : { elements: shapeOf(elements, depth + 1) }),
  };
}

/** A shape as lines, one a key, down to a level. */
export function shapeLines(shape: JsonShape, depth: number, indent = ''): readonly string[] {
  if (depth === 0) return [];
  const own = shape.keys.flatMap(({ name, shape: value }) => [
    `${indent}${shortLine(name, KEY_CHARS)}: ${describe(value)}${presence(value.count, shape.objectCount)}`,
    ...shapeLines(value, depth - 1, `${indent}  `),
  ]);
  const rest = shape.keyCount - shape.keys.length;
  const more = rest > 0 ? [`${indent}… ${counted(rest, 'more key')}`] : [];
  return [...own, ...more, ...elementLines(shape, depth, indent)];
}

/** What values are, in words. */
export function describe(shape: JsonShape): string {
  const types = shape.types.join(' or ');
  return shape.sample === undefined ? types : `${types}, e.g. ${shape.sample}`;
}

function elementLines({ elements }: JsonShape, depth: number, indent: string): readonly string[] {
  if (elements === undefined) return [];
  return [`${indent}each: ${describe(elements)}`, ...shapeLines(elements, depth - 1, `${indent}  `)];
}

function presence(count: number, objectCount: number): string {
  return count < objectCount ? ` (in ${count} of ${objectCount})` : '';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function groupByKey(objects: readonly Readonly<Record<string, unknown>>[]): Map<string, unknown[]> {
  const byKey = new Map<string, unknown[]>();
  for (const object of objects) {
    for (const [name, value] of Object.entries(object)) {
      const values = byKey.get(name);
      if (values === undefined) byKey.set(name, [value]);
      else values.push(value);
    }
  }
  return byKey;
}

function typesOf(values: readonly unknown[], arrays: readonly (readonly unknown[])[]): readonly string[] {
  const types = new Set<string>();
  for (const value of values) types.add(typeOf(value));
  return [...types].map((type) => (type === 'array' ? arrayType(arrays) : type));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function arrayType(arrays: readonly (readonly unknown[])[]): string {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const { length } of arrays) {
    least = Math.min(least, length);
    most = Math.max(most, length);
  }
  return least === most ? `array of ${most}` : `array of ${least} to ${most}`;
}

function sampleOf(value: unknown): string {
  return typeof value === 'string' ? `"${shortLine(value, SAMPLE_CHARS)}"` : String(value);
}
