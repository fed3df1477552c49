import { closestName } from '@hermes-context/messages';
import type { ConfigNode, ScalarNode } from './config-node.ts';
import type { JsonSchema } from './json-schema.ts';
import { formatKeyPath } from './key-path.ts';
import { accepts } from './key-schema.ts';

/** What {@link suggestFix} looks at. */
export interface RefusedValue {
  readonly path: readonly string[];
  readonly node: ConfigNode;
  /** What the schema says about the key; `undefined` for an item of a list. */
  readonly schema: JsonSchema | undefined;
}

/** What to write instead of a value that the schema refuses, as a sentence. As near to what was meant as can be told. */
export function suggestFix({ path, node, schema }: RefusedValue): string {
  const key = path.at(-1) ?? '';
  if (schema === undefined) return 'Put each item in quotes.';
  if (accepts(schema, 'object')) return `Write its settings below "${key}:", one a line, two spaces in.`;
  if (accepts(schema, 'array')) return `Write a list: "${key}: [first, second]", or [] for none.`;
  const nearby = node.kind === 'scalar' ? suggestNearby(key, node, schema) : undefined;
  return nearby ?? suggestDefault(path, schema);
}

function suggestNearby(key: string, node: ScalarNode, schema: JsonSchema): string | undefined {
  if (schema.enum !== undefined) return suggestChoice(node, schema.enum);
  if (typeof node.value === 'string') return suggestUnquoted(key, node.value, schema);
  if (typeof node.value !== 'number') return undefined;
  if (schema.maximum === 1) return suggestRatio(key, node.value);
  return accepts(schema, 'string') ? 'Put it in quotes, to have it as text.' : undefined;
}

function suggestChoice({ value, source }: ScalarNode, choices: readonly unknown[]): string {
  const words = choices.map(String);
  const meant = closestName(typeof value === 'string' ? value : source, words);
  if (meant !== undefined) return `Did you mean ${meant}?`;
  return `Set it to ${words.slice(0, -1).join(', ')} or ${words.at(-1)}.`;
}

/** `"true"` and `"0.5"` are texts because of their quotes. */
function suggestUnquoted(key: string, value: string, schema: JsonSchema): string | undefined {
  const isBoolean = accepts(schema, 'boolean') && ['true', 'false'].includes(value);
  const isNumber = accepts(schema, 'number') && value.trim() !== '' && Number.isFinite(Number(value));
  if (isBoolean || isNumber) return `Remove the quotes: "${key}: ${value}".`;
  const isPercent = schema.maximum === 1 && /^\d{1,3} ?%$/.test(value);
  return isPercent ? suggestRatio(key, Number.parseInt(value, 10)) : undefined;
}

/** Whoever writes 50 means 50 %. */
function suggestRatio(key: string, value: number): string | undefined {
  return value > 1 && value <= 100 ? `Did you mean ${value} %? Write "${key}: ${value / 100}".` : undefined;
}

function suggestDefault(path: readonly string[], schema: JsonSchema): string {
  const key = formatKeyPath(path);
  const [example] = schema.examples ?? [];
  if (schema.default === null) return `Correct it, or remove ${key} for the default.`;
  if (schema.default === undefined) return `Set ${key} to a value such as ${JSON.stringify(example)}, or remove it.`;
  return `Set ${key} to a value such as ${JSON.stringify(example ?? schema.default)}, or remove it for the default, ${JSON.stringify(schema.default)}.`;
}
