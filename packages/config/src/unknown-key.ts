import type { Place } from './config-node.ts';
import type { ConfigWarning } from './config-problem.ts';
import { findingAt } from './finding.ts';
import { FOREIGN_KEYS, UNSUPPORTED_KEYS } from './known-keys.ts';
import { suggestKey } from './suggest-key.ts';

/** What to say about a key that the schema does not list: nothing, when another program is known to read it. */
export function unknownKey(path: readonly string[], place: Place): readonly ConfigWarning[] {
  const section = path.slice(0, -1).join('.');
  const key = path.at(-1) ?? '';
  if (FOREIGN_KEYS[section]?.has(key)) return [];
  return [UNSUPPORTED_KEYS[section]?.has(key) ? unsupported(path, place) : unknown(path, place)];
}

function unsupported(path: readonly string[], place: Place): ConfigWarning {
  return findingAt({
    code: 'unsupported-key',
    path,
    place,
    what: 'has no effect',
    rule: 'The Python Hermes Agent reads this setting; it does not exist here.',
    fix: 'Keep it for the other program, or remove it. docs/configuration.md lists what is read here.',
  });
}

function unknown(path: readonly string[], place: Place): ConfigWarning {
  const meant = suggestKey(path);
  return findingAt({
    code: 'unknown-key',
    path,
    place,
    what: 'is no setting',
    rule: 'No setting of this name exists; the line is kept in the file and has no effect.',
    fix: meant === undefined ? 'Remove it, unless another program reads it.' : `Did you mean ${meant}?`,
  });
}
