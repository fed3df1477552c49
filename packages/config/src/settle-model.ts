import { type ConfigNode, type MapEntry, type MapNode, withEntries } from './config-node.ts';
import type { ConfigWarning } from './config-problem.ts';
import { findingAt } from './finding.ts';

/** Other spellings that the Python Hermes Agent knows, the stronger one first. */
const ALIASES: readonly (readonly [alias: string, key: string])[] = [
  ['model', 'default'],
  ['name', 'default'],
  ['api_base', 'base_url'],
];

/** A tree in which `model` is a map with the keys of the schema, whichever way the file spells it. */
export function settleModel(root: MapNode): { readonly root: MapNode; readonly warnings: readonly ConfigWarning[] } {
  const entry = root.entries.get('model');
  if (entry === undefined) return { root, warnings: [] };
  const warnings: ConfigWarning[] = [];
  const node = entry.node.kind === 'map' ? renameKeys(entry.node, warnings) : mapOfName(entry);
  const entries = new Map(root.entries).set('model', node === entry.node ? entry : { ...entry, node });
  return { root: withEntries(root, entries), warnings };
}

/** The path under which a setting is known that a file may spell otherwise. */
export function canonicalPath(path: readonly string[]): readonly string[] {
  const alias = path[0] === 'model' ? ALIASES.find(([name]) => name === path[1]) : undefined;
  return alias === undefined ? path : path.with(1, alias[1]);
}

/** A key of the section `model` with its other spellings, the strongest first. */
export function spellingsOf(key: string): readonly string[] {
  return [key, ...ALIASES.filter(([, name]) => name === key).map(([alias]) => alias)];
}

/** `model: NAME` means `model: { default: NAME }`. Anything else but a text stays, for the schema to refuse. */
function mapOfName({ keyPlace, node }: MapEntry): ConfigNode {
  if (node.kind !== 'scalar' || typeof node.value !== 'string') return node;
  return { kind: 'map', entries: new Map([['default', { keyPlace, node }]]), place: node.place };
}

function renameKeys(node: MapNode, warnings: ConfigWarning[]): MapNode {
  const entries = new Map(node.entries);
  for (const [alias, key] of ALIASES) {
    const entry = entries.get(alias);
    if (entry === undefined) continue;
    entries.delete(alias);
    if (entries.has(key)) warnings.push(outranked(alias, key, entry));
    else entries.set(key, entry);
  }
  return withEntries(node, entries);
}

function outranked(alias: string, key: string, { keyPlace }: MapEntry): ConfigWarning {
  return findingAt({
    code: 'unsupported-key',
    path: ['model', alias],
    place: keyPlace,
    what: 'has no effect',
    rule: `It is another spelling of model.${key}, which is set too and wins.`,
    fix: `Remove model.${alias}.`,
  });
}
