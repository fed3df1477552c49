import { type JsonSchema, keySchema } from './json-schema.ts';

/** The paths of all settings, in the order of the schema. Maps whose keys the user chooses count as one setting. */
export function leafPaths(): readonly (readonly string[])[] {
  return leavesOf(keySchema(), []);
}

function leavesOf(schema: JsonSchema, path: readonly string[]): readonly (readonly string[])[] {
  const { properties } = schema;
  if (properties === undefined) return [path];
  return Object.entries(properties).flatMap(([key, child]) =>
    typeof child === 'object' ? leavesOf(child, [...path, key]) : [],
  );
}
