import { entryAt, type MapNode, withEntries } from './config-node.ts';
import type { ConfigWarning } from './config-problem.ts';
import { findingAt } from './finding.ts';
import { formatKeyPath } from './key-path.ts';
import { USER_ONLY_KEYS } from './known-keys.ts';
import { showValue } from './show-value.ts';

/**
 * A project file without the settings that only the user may make. Whoever clones a
 * repository did not choose its config, so it may not send conversations or keys elsewhere,
 * nor have code loaded from folders of its choice. See decisions/0002.
 */
export function withoutUserKeys(
  root: MapNode,
  userFile: string,
): { readonly root: MapNode; readonly warnings: readonly ConfigWarning[] } {
  const warnings: ConfigWarning[] = [];
  let kept = root;
  for (const path of USER_ONLY_KEYS) {
    const entry = entryAt(root, path);
    if (entry === undefined) continue;
    kept = without(kept, path);
    warnings.push(
      findingAt({
        code: 'ignored-in-project',
        path,
        place: entry.keyPlace,
        value: showValue(entry.node, path).value,
        what: 'is ignored',
        rule: 'A project file comes with a checkout, so it may not decide where conversations and keys are sent, or whose code is loaded.',
        fix: `If you want it, put ${formatKeyPath(path)} into ${userFile}.`,
      }),
    );
  }
  return { root: kept, warnings };
}

function without(node: MapNode, [key, ...rest]: readonly string[]): MapNode {
  const entry = key === undefined ? undefined : node.entries.get(key);
  if (key === undefined || entry === undefined) return node;
  const entries = new Map(node.entries);
  if (rest.length === 0) entries.delete(key);
  else if (entry.node.kind === 'map') entries.set(key, { ...entry, node: without(entry.node, rest) });
  return withEntries(node, entries);
}
