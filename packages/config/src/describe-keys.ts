import { type JsonSchema, keySchema } from './json-schema.ts';
import { formatKeyPath } from './key-path.ts';
import { schemaAt, typesOf } from './key-schema.ts';
import { leafPaths } from './leaf-paths.ts';

/** One setting, for a list of all. */
export interface KeyDescription {
  /** As `getValue` takes it. */
  readonly path: string;
  /** For a person: `true or false`, `"5m" or "1h"`, `text or null`, `list of texts`. */
  readonly type: string;
  readonly default: unknown;
  /** What it does, its default, and what follows from that: one or two sentences. */
  readonly description: string;
}

/** Every setting there is, in the order of the config file. */
export function describeKeys(): readonly KeyDescription[] {
  return leafPaths().map((path) => {
    const schema = schemaAt(keySchema(), path) ?? {};
    return {
      path: formatKeyPath(path),
      type: typeInWords(schema),
      default: schema.default,
      description: schema.description ?? '',
    };
  });
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  string: 'text',
  number: 'number',
  integer: 'whole number',
  null: 'null',
};

function typeInWords(schema: JsonSchema): string {
  const { items, additionalProperties } = schema;
  if (schema.enum !== undefined) return schema.enum.map((word) => `"${word}"`).join(' or ');
  if (schema.type === 'array') return `list${ofMany(items)}`;
  if (schema.type === 'object') return `map${ofMany(additionalProperties)}`;
  return typesOf(schema)
    .map((type) => TYPE_WORDS[type] ?? type)
    .join(' or ');
}

/** ` of numbers`; nothing where anything goes. */
function ofMany(schema: unknown): string {
  const one = isSchema(schema) ? typeInWords(schema) : '';
  return one === '' ? '' : ` of ${one}s`;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
