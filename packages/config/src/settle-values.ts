import { type ConfigNode, type MapEntry, type MapNode, type ScalarNode, withEntries } from './config-node.ts';
import type { ConfigWarning } from './config-problem.ts';
import { findingAt } from './finding.ts';
import { type JsonSchema, keySchema } from './json-schema.ts';
import { accepts, childSchema, typesOf } from './key-schema.ts';
import { TARGET_RATIO_BOUNDS } from './schema-compression.ts';
import { showValue } from './show-value.ts';
import { unknownKey } from './unknown-key.ts';

/** Words that YAML 1.1, and so the Python Hermes Agent, reads as booleans. */
const BOOLEAN_WORDS: Readonly<Record<string, boolean>> = { yes: true, on: true, no: false, off: false };

/** A number with underscores between its digits, as YAML 1.1 allows. */
const GROUPED_NUMBER = /^[-+]?\d[\d_]*(\.[\d_]*)?$/;

/** A reference to the environment, which the Python Hermes Agent would replace. */
const REFERENCE = /\$\{\w+\}/;

interface Walk {
  readonly warnings: ConfigWarning[];
}

interface At {
  readonly path: readonly string[];
  readonly schema: JsonSchema;
  readonly entry: MapEntry;
}

/**
 * A file's tree as the schema wants it, where its meaning is clear: values left empty are
 * absent, YAML 1.1 booleans and numbers are what they were meant to be, `target_ratio` is
 * within its bounds. What was changed or has no effect is a warning; what is wrong stays,
 * for the schema to refuse.
 */
export function settleValues(root: MapNode): { readonly root: MapNode; readonly warnings: readonly ConfigWarning[] } {
  const walk: Walk = { warnings: [] };
  return { root: settleMap(root, { path: [], schema: keySchema() }, walk), warnings: walk.warnings };
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
function settle({ path, schema, entry }: At, walk: Walk): ConfigNode | undefined {
  const { node } = entry;
  if (typesOf(schema).length === 0) return node;
  switch (node.kind) {
    case 'list':
      return node;
    case 'map':
      return accepts(schema, 'object') ? settleMap(node, { path, schema }, walk) : node;
    case 'scalar':
      return isEmpty(node, schema)
        ? settleEmpty({ path, schema, entry }, walk)
        : settleScalar({ path, schema, entry }, node, walk.warnings);
  }
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
  if (typeof node.value === 'string') {
    if (node.isQuoted || accepts(schema, 'string')) {
      if (REFERENCE.test(node.value)) warnings.push(notExpanded(path, entry));
      return node;
    }
    return readOldSpelling(node, schema);
  }
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

function notExpanded(path: readonly string[], { node }: MapEntry): ConfigWarning {
  return findingAt({
    code: 'not-expanded',
    path,
    place: node.place,
    value: showValue(node, path).value,
    what: 'is taken word for word',
    rule: 'References to the environment, a name in braces behind a dollar sign, are not replaced here.',
    fix: 'Write the value out, or for a key leave the setting away: keys are looked up in the environment.',
  });
}
