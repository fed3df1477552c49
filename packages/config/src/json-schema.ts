import { z } from 'zod';
import { configSchema } from './schema.ts';

/** A JSON Schema, or a part of one. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * The config file as a JSON Schema, draft 7: titles, descriptions, defaults, choices. For an
 * editor, by the first line `# yaml-language-server: $schema=<file>`. A new object each time.
 */
export function configJsonSchema(): JsonSchema {
  const schema = mapSchema();
  const model = schema.properties?.['model'];
  if (typeof model !== 'object') return schema;
  const { title, description, default: byDefault, ...map } = model;
  const name = { type: 'string', description: 'The name of the main model alone; the same as model.default.' } as const;
  const either = {
    ...(title && { title }),
    ...(description && { description }),
    default: byDefault,
    anyOf: [name, map],
  };
  return { ...schema, properties: { ...schema.properties, model: either } };
}

/** The schema of a file in which `model` is spelled out as a map; shared, not to be edited. */
export function keySchema(): JsonSchema {
  cached ??= mapSchema();
  return cached;
}

let cached: JsonSchema | undefined;

function mapSchema(): JsonSchema {
  return z.toJSONSchema(configSchema, { io: 'input', target: 'draft-7' });
}
