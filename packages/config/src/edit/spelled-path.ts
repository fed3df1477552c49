import type { MapNode } from '../config-node.ts';
import { spellingsOf } from '../settle-model.ts';
import { nodeIn } from './draft.ts';

type Keys = readonly string[];

/**
 * The paths under which a file gives a setting a value, the one in force first: `model.default` may be called
 * `model.name`, or be the name that stands behind `model:` alone. Empty when the file does not set it.
 */
export function spelledPaths(root: MapNode, path: Keys): readonly Keys[] {
  if (path[0] !== 'model' || path[1] === undefined) return nodeIn(root, path) === undefined ? [] : [path];
  if (isNameAlone(root)) return path[1] === 'default' && path.length === 2 ? [['model']] : [];
  return spellingsOf(path[1])
    .map((key) => path.with(1, key))
    .filter((each) => nodeIn(root, each) !== undefined);
}

/** Whether the file says `model: NAME`, which stands for a map with that name in it. */
export function isNameAlone(root: MapNode): boolean {
  const node = nodeIn(root, ['model']);
  return node?.kind === 'scalar' && typeof node.value === 'string';
}
