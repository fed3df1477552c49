import {
  type ConfigNode,
  type ListNode,
  type MapEntry,
  type MapNode,
  type ScalarNode,
  withEntries,
} from './config-node.ts';
import type { ConfigProblem, ConfigWarning } from './config-problem.ts';
import {
  type Environment,
  expandScalar,
  expandTree,
  hasReference,
  notExpanded,
  unknownAddress,
  unknownVariable,
} from './expand-references.ts';
import { findingAt } from './finding.ts';
import { type JsonSchema, keySchema } from './json-schema.ts';
import { accepts, childSchema, typesOf } from './key-schema.ts';
import { TARGET_RATIO_BOUNDS } from './schema-compression.ts';
import { showValue } from './show-value.ts';
import { unknownKey } from './unknown-key.ts';

/** Words that YAML 1.1, and so the Python Hermes Agent, reads as booleans. */
export const BOOLEAN_WORDS: Readonly<Record<string, boolean>> = { yes: true, on: true, no: false, off: false };

/** A number with underscores between its digits, as YAML 1.1 allows. */
export const GROUPED_NUMBER = /^[-+]?\d[\d_]*(\.[\d_]*)?$/;

interface Walk {
  readonly warnings: ConfigWarning[];
  readonly problems: ConfigProblem[];
  /** What references are replaced by; `undefined` where they are not. */
  readonly env: Environment | undefined;
}

interface At {
  readonly path: readonly string[];
  readonly schema: JsonSchema;
  readonly entry: MapEntry;
}

/** A tree as the schema wants it, and what to know of it. */
export interface SettledValues {
  readonly root: MapNode;
  readonly warnings: readonly ConfigWarning[];
  readonly problems: readonly ConfigProblem[];
}

/**
 * A file's tree as the schema wants it, where its meaning is clear: values left empty are
 * absent, YAML 1.1 booleans and numbers are what they were meant to be, `target_ratio` is
 * within its bounds, references to the environment are replaced. What was changed or has no
 * effect is a warning; what is wrong stays, for the schema to refuse.
 *
 * @param env - What references are replaced by; `undefined` for a project's file, which may not have them.
 */
export function settleValues(root: MapNode, env: Environment | undefined): SettledValues {
  const walk: Walk = { warnings: [], problems: [], env };
  const settled = settleMap(root, { path: [], schema: keySchema() }, walk);
  return { root: settled, warnings: walk.warnings, problems: walk.problems };
}

function settleMap(node: MapNode, { path, schema }: Omit<At, 'entry'>, walk: Walk): MapNode {
  const entries = new Map<string, MapEntry>();
  for (const [key, entry] of node.entries) {
    const keyPath = [...path, key];
    const known = childSchema(schema, key);
    if (known === undefined) {
      walk.warnings.push(...unknownKey(keyPath, entry.keyPlace));
      entries.set(key, entry);
      continue;
    }
    const settled = settle({ path: keyPath, schema: known, entry }, walk);
    if (settled !== undefined) entries.set(key, settled === entry.node ? entry : { ...entry, node: settled });
  }
  return withEntries(node, entries);
}

/** The value to go on with; `undefined` when the key counts as absent. */
function settle(at: At, walk: Walk): ConfigNode | undefined {
  const { path, schema, entry } = at;
  const { node } = entry;
  if (typesOf(schema).length === 0) return settleFree(at, walk);
  switch (node.kind) {
    case 'list':
      return settleList(node, at, walk);
    case 'map':
      return accepts(schema, 'object') ? settleMap(node, { path, schema }, walk) : node;
    case 'scalar': {
      if (isEmpty(node, schema)) return settleEmpty(at, walk);
      const isText = typeof node.value === 'string' && accepts(schema, 'string');
      return isText ? settleText(node, at, walk) : settleScalar(at, node, walk.warnings);
    }
  }
}

/** The options of an engine, which knows best what they mean. */
function settleFree({ path, entry }: At, { env, warnings }: Walk): ConfigNode {
  if (env === undefined) return entry.node;
  return expandTree(entry.node, env, (node, names) => {
    warnings.push(unknownVariable({ path, node, names }, 'it is left as it is'));
  });
}

function settleList(node: ListNode, { path, schema }: At, { env, warnings }: Walk): ListNode {
  const isOfTexts = typeof schema.items === 'object' && !Array.isArray(schema.items) && accepts(schema.items, 'string');
  if (env === undefined || !isOfTexts) return node;
  const items = node.items.flatMap((item, index): readonly ConfigNode[] => {
    if (item.kind !== 'scalar') return [item];
    const { node: expanded, unknown } = expandScalar(item, env);
    if (unknown.length === 0) return [expanded];
    const reference = { path: [...path, String(index)], node: item, names: unknown };
    warnings.push(unknownVariable(reference, 'the list goes without it'));
    return [];
  });
  return { ...node, items };
}

function settleText(node: ScalarNode, { path, entry }: At, walk: Walk): ConfigNode | undefined {
  if (walk.env === undefined) {
    if (hasReference(String(node.value))) walk.warnings.push(notExpanded(path, entry));
    return node;
  }
  const { node: expanded, unknown } = expandScalar(node, walk.env);
  if (unknown.length === 0) return expanded;
  const reference = { path, node, names: unknown };
  if (path.at(-1) === 'base_url') walk.problems.push(unknownAddress(reference));
  else walk.warnings.push(unknownVariable(reference, 'it counts as not set'));
  return undefined;
}

/** Nothing behind the colon, or `''` where only a text that says something makes sense. */
function isEmpty({ value }: ScalarNode, schema: JsonSchema): boolean {
  return value === null || (value === '' && accepts(schema, 'string'));
}

function settleEmpty({ path, schema, entry }: At, walk: Walk): ConfigNode | undefined {
  const { keyPlace, node } = entry;
  if (accepts(schema, 'null')) return { kind: 'scalar', value: null, isQuoted: false, source: '', place: node.place };
  if (accepts(schema, 'object')) return undefined; // a section whose settings are all commented out
  walk.warnings.push(
    findingAt({
      code: 'empty-value',
      path,
      place: keyPlace,
      what: 'has no value',
      effect: '; it counts as not set',
      rule: 'A key with nothing behind its colon says nothing.',
      fix: `Give it a value such as ${JSON.stringify(schema.default)}, which is the default, or remove the line.`,
    }),
  );
  return undefined;
}

function settleScalar({ path, schema, entry }: At, node: ScalarNode, warnings: ConfigWarning[]): ScalarNode {
  if (typeof node.value === 'string') return node.isQuoted ? node : readOldSpelling(node, schema);
  return path.join('.') === 'compression.target_ratio'
    ? clampTargetRatio(node, { path, schema, entry }, warnings)
    : node;
}

function readOldSpelling(node: ScalarNode, schema: JsonSchema): ScalarNode {
  const word = String(node.value).toLowerCase();
  const isWord = accepts(schema, 'boolean') && Object.hasOwn(BOOLEAN_WORDS, word);
  if (isWord) return { ...node, value: BOOLEAN_WORDS[word] };
  const isNumber = accepts(schema, 'number') && GROUPED_NUMBER.test(word);
  return isNumber ? { ...node, value: Number(word.replaceAll('_', '')) } : node;
}

function clampTargetRatio(node: ScalarNode, { path, entry }: At, warnings: ConfigWarning[]): ScalarNode {
  const { min, max } = TARGET_RATIO_BOUNDS;
  if (typeof node.value !== 'number' || Number.isNaN(node.value)) return node;
  const value = Math.min(max, Math.max(min, node.value));
  if (value === node.value) return node;
  warnings.push(
    findingAt({
      code: 'clamped',
      path,
      place: entry.node.place,
      value: node.value,
      what: `is ${showValue(node, path).text}`,
      effect: `; ${value} is used`,
      rule: 'It must be a ratio from 0.10 to 0.80: less keeps too little to go on, more leaves nothing to compress.',
      fix: `Set ${path.join('.')} to ${value}, or remove it for the default.`,
    }),
  );
  return { ...node, value };
}
