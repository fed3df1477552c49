import type { JsonSchema } from './json-schema.ts';

/** What the schema says about a key of a map; `undefined` for a key that it does not list. */
export function childSchema(schema: JsonSchema, key: string): JsonSchema | undefined {
  const { properties, additionalProperties } = schema;
  const listed = properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
  return typeof listed === 'object' ? listed : undefined;
}

/** What the schema says about the key at a path; `undefined` where it says nothing. */
export function schemaAt(root: JsonSchema, path: readonly string[]): JsonSchema | undefined {
  let schema: JsonSchema | undefined = root;
  for (const key of path) schema = schema && childSchema(schema, key);
  return schema;
}

/** The types that a value there may have, as JSON Schema names them; none where anything goes. */
export function typesOf(schema: JsonSchema): readonly string[] {
  const own = [schema.type ?? []].flat();
  const either = (schema.anyOf ?? []).flatMap((part) => (typeof part === 'object' ? typesOf(part) : []));
  return [...own, ...either];
}

/** Whether a value of this type may stand there. Where anything goes the answer is false: the schema has no opinion. */
export function accepts(
  schema: JsonSchema,
  type: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'null',
): boolean {
  const types = typesOf(schema);
  return types.includes(type) || (type === 'number' && types.includes('integer'));
}
