import { closestName } from '@hermes-context/messages';
import { keySchema } from './json-schema.ts';
import { formatKeyPath } from './key-path.ts';
import { childSchema, schemaAt } from './key-schema.ts';
import { leafPaths } from './leaf-paths.ts';

/**
 * The setting that a path was probably meant to be, written out in full: a slip in one of its
 * keys, or a key without its section. `undefined` when nothing is near.
 */
export function suggestKey(path: readonly string[]): string | undefined {
  const corrected: string[] = [];
  for (const key of path) {
    const parent = schemaAt(keySchema(), corrected);
    const isListed = parent !== undefined && childSchema(parent, key) !== undefined;
    const name = isListed ? key : closestName(key, Object.keys(parent?.properties ?? {}));
    if (name === undefined) return suggestByLastKey(path);
    corrected.push(name);
  }
  return formatKeyPath(corrected);
}

/**
 * The setting that a path was most probably meant to be: {@link suggestKey}, but only where its first
 * key is near too. Another program may well have a `model` or a `timeout` in a section of its own.
 */
export function misspelling(path: readonly string[]): string | undefined {
  const [first = ''] = path;
  const meant = suggestKey(path);
  const [section = ''] = meant?.split('.') ?? [];
  const isNear = path.length === 1 || section.startsWith(first) || closestName(first, [section]) !== undefined;
  return isNear ? meant : undefined;
}

function suggestByLastKey(path: readonly string[]): string | undefined {
  const last = path.at(-1);
  const leaves = leafPaths();
  const matches = leaves.filter((leaf) => leaf.at(-1) === last);
  const [only, ...others] = matches;
  return only !== undefined && others.length === 0 ? formatKeyPath(only) : undefined;
}
