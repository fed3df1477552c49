import { isDeepStrictEqual } from 'node:util';
import { isPlainMap } from './draft.ts';

type Keys = readonly string[];

/** Paths at which two plain trees differ, beside the one that is meant to: `path`, and what is below it. */
export function changedBeside(before: unknown, after: unknown, path: Keys): readonly Keys[] {
  return differences({ before, after, at: [], path });
}

interface Pair {
  readonly before: unknown;
  readonly after: unknown;
  readonly at: Keys;
  /** What is left of the path that may differ; `undefined` beside it. */
  readonly path: Keys | undefined;
}

function differences({ before, after, at, path }: Pair): readonly Keys[] {
  if (path?.length === 0) return [];
  // A section on the way to the key may come into being, or go: then it is as good as an empty one.
  const [old, now] = path === undefined ? [before, after] : [before ?? {}, after ?? {}];
  if (!isPlainMap(old) || !isPlainMap(now)) return isDeepStrictEqual(old, now) ? [] : [at];
  const keys = new Set([...Object.keys(old), ...Object.keys(now)]);
  return Array.from(keys).flatMap((key) => {
    const rest = path?.[0] === key ? path.slice(1) : undefined;
    return differences({ before: own(old, key), after: own(now, key), at: [...at, key], path: rest });
  });
}

function own(map: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
