/** One parameter, in the subset of JSON Schema that every provider takes. */
export type ToolProperty =
  | {
      readonly type: 'string' | 'integer' | 'boolean';
      readonly description: string;
      readonly enum?: readonly string[];
    }
  | {
      readonly type: 'array';
      readonly description: string;
      readonly items: { readonly type: 'string'; readonly enum?: readonly string[] };
    };

/** Schema of a tool's arguments, without unions, references or bounds. */
export function toolSchema(
  properties: Readonly<Record<string, ToolProperty>>,
  required: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  return { type: 'object', properties, required, additionalProperties: false };
}
