import { type ConfigNode, type MapNode, type ScalarNode, toPlain } from '../config-node.ts';
import { hasReference } from '../expand-references.ts';
import { type JsonSchema, keySchema } from '../json-schema.ts';
import { formatKeyPath } from '../key-path.ts';
import { accepts, childSchema, schemaAt, typesOf } from '../key-schema.ts';
import { canonicalPath } from '../settle-model.ts';
import { BOOLEAN_WORDS, GROUPED_NUMBER } from '../settle-values.ts';
import { showValue } from '../show-value.ts';
import { valueProblems } from '../value-problems.ts';
import { readArgument, textNode } from './read-argument.ts';
import { InvalidSettingError, invalidSetting } from './setting-errors.ts';

/** What came of reading a value from a command line. Narrow on `kind`. */
export type ParsedSettingValue =
  | { readonly kind: 'value'; readonly value: unknown }
  /** The error says what the setting takes and what to type instead; keys and passwords in it are masked. */
  | { readonly kind: 'invalid'; readonly error: InvalidSettingError };

type Keys = readonly string[];

/**
 * Read an argument of a command line as the value of a setting. What the setting takes decides: `123` is a text for
 * the name of a model and a number for a count. Where the schema has no opinion, such as for the keys of other
 * programs and the options of an engine, YAML 1.2 decides.
 */
export function parseSettingValue(path: Keys, text: string): ParsedSettingValue {
  const key = path.length === 1 && path[0] === 'model' ? ['model', 'default'] : canonicalPath(path);
  const schema = schemaAt(keySchema(), key);
  // `model` alone takes a name or a map; a map is recognised by its brace.
  const isMapOfModel = path.length === 1 && path[0] === 'model' && text.trimStart().startsWith('{');
  if (isMapOfModel) return readAs(['model'], schemaAt(keySchema(), ['model']), text);
  return schema !== undefined && accepts(schema, 'string') ? readText(key, schema, text) : readAs(key, schema, text);
}

/** A text is taken word for word. Quotes around it are YAML's; `null` is null where that is a value. */
function readText(path: Keys, schema: JsonSchema, text: string): ParsedSettingValue {
  const word = text.trim();
  if (word === '' || word === 'null' || word === '~') {
    return accepts(schema, 'null') ? { kind: 'value', value: null } : emptyText(path, word);
  }
  const quoted = /^["']/.test(word) ? readArgument(word) : undefined;
  const node = quoted?.kind === 'read' && quoted.node.kind === 'scalar' ? quoted.node : textNode(text);
  return check(path, schema, node);
}

function readAs(path: Keys, schema: JsonSchema | undefined, text: string): ParsedSettingValue {
  const read = readArgument(text);
  if (read.kind === 'broken') {
    const what = `${formatKeyPath(path)} cannot be ${showValue(textNode(text), path).text}; nothing was changed.`;
    return { kind: 'invalid', error: new InvalidSettingError({ what, why: read.rule, fix: read.fix }) };
  }
  return schema === undefined ? { kind: 'value', value: toPlain(read.node) } : check(path, schema, read.node);
}

function check(path: Keys, schema: JsonSchema, read: ConfigNode): ParsedSettingValue {
  const node = asWanted(read, schema);
  const value = toPlain(node);
  // What stands for it is known only where the file is read.
  if (typeof value === 'string' && accepts(schema, 'string') && hasReference(value)) return { kind: 'value', value };
  const [problem] = valueProblems(treeOf(path, node));
  return problem === undefined
    ? { kind: 'value', value }
    : { kind: 'invalid', error: invalidSetting(problem, suggestArgument(schema, node)) };
}

/** Values as the schema takes them, where their meaning is clear: `[1, 2]` may be a list of texts. */
function asWanted(node: ConfigNode, schema: JsonSchema | undefined): ConfigNode {
  if (schema === undefined || typesOf(schema).length === 0) return node;
  switch (node.kind) {
    case 'list':
      return { ...node, items: node.items.map((item) => asWanted(item, itemSchema(schema))) };
    case 'map': {
      const entries = Array.from(node.entries, ([key, entry]) => {
        const wanted = asWanted(entry.node, childSchema(schema, key));
        return [key, { ...entry, node: wanted }] as const;
      });
      return { ...node, entries: new Map(entries) };
    }
    case 'scalar':
      return scalarAsWanted(node, schema);
  }
}

function scalarAsWanted(node: ScalarNode, schema: JsonSchema): ScalarNode {
  if (accepts(schema, 'string')) {
    const isNull = node.value === null && accepts(schema, 'null');
    return isNull || node.isQuoted ? node : { ...node, value: node.source };
  }
  const digits = node.source.trim();
  const isNumber = accepts(schema, 'number') && typeof node.value === 'string' && GROUPED_NUMBER.test(digits);
  return isNumber ? { ...node, value: Number(digits.replaceAll('_', '')) } : node;
}

function itemSchema({ items }: JsonSchema): JsonSchema | undefined {
  return typeof items === 'object' && !Array.isArray(items) ? items : undefined;
}

/** A file's tree with this value alone in it. */
function treeOf(path: Keys, node: ConfigNode): MapNode {
  const tree = path.reduceRight<ConfigNode>((inner, key) => {
    const entries = new Map([[key, { keyPlace: node.place, node: inner }]]);
    return { kind: 'map', entries, place: node.place };
  }, node);
  return tree.kind === 'map' ? tree : { kind: 'map', entries: new Map(), place: node.place };
}

/** What to type instead, where that is not what to write into the file. */
function suggestArgument(schema: JsonSchema, node: ConfigNode): string | undefined {
  if (node.kind !== 'scalar' || node.value === null) return undefined;
  const word = String(node.value);
  if (accepts(schema, 'array')) return `Write a list, in quotes for the shell: '[${word}]'`;
  if (!accepts(schema, 'boolean')) return undefined;
  const meant = TRUTH.get(word.toLowerCase());
  return meant === undefined ? 'Write true or false.' : `Write ${meant}.`;
}

const TRUTH: ReadonlyMap<string, boolean> = new Map([
  ...Object.entries(BOOLEAN_WORDS),
  ...([
    ['y', true],
    ['1', true],
    ['true', true],
    ['n', false],
    ['0', false],
    ['false', false],
  ] as const),
]);

function emptyText(path: Keys, word: string): ParsedSettingValue {
  const key = formatKeyPath(path);
  const error = new InvalidSettingError({
    what: `${key} cannot be ${word === '' ? 'empty' : word}; nothing was changed.`,
    why: 'It must be a text that says something.',
    fix: `For its default, remove it: hermes config unset ${key}`,
  });
  return { kind: 'invalid', error };
}
