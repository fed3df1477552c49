/** A JSON Schema, as far as those that Codex writes go. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What is wrong with a value, with its place; `undefined` where the schema takes it. */
export function schemaFault(value: unknown, schema: JsonSchema): string | undefined {
  return faultOf({ value, path: '$', root: schema }, schema);
}

interface Place {
  readonly value: unknown;
  readonly path: string;
  /** Where definitions are found. */
  readonly root: JsonSchema;
}

function faultOf(place: Place, schema: unknown): string | undefined {
  if (!isObject(schema)) return schema === false ? `${place.path} is not allowed` : undefined;
  const checks = [refFault, typeFault, choiceFault, objectFault, listFault];
  for (const check of checks) {
    const fault = check(place, schema);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function refFault(place: Place, { $ref: ref }: JsonSchema): string | undefined {
  if (typeof ref !== 'string') return undefined;
  const names = ref.replace(/^#\//, '').split('/');
  const target = names.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), place.root);
  return target === undefined ? `${ref} is not defined` : faultOf(place, target);
}

function typeFault({ value, path }: Place, { type, enum: allowed, const: only }: JsonSchema): string | undefined {
  const types = typeof type === 'string' ? [type] : Array.isArray(type) ? type : undefined;
  if (types?.some((name) => isOfType(value, name)) === false) return `${path} is no ${types.join(' or ')}`;
  if (Array.isArray(allowed) && !allowed.includes(value)) return `${path} is none of ${allowed.join(', ')}`;
  return only !== undefined && value !== only ? `${path} is not ${String(only)}` : undefined;
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function choiceFault(place: Place, { allOf, anyOf, oneOf }: JsonSchema): string | undefined {
  for (const schema of listOf(allOf)) {
    const fault = faultOf(place, schema);
    if (fault !== undefined) return fault;
  }
  const choices = [...listOf(anyOf), ...listOf(oneOf)];
  const faults = choices.map((schema) => faultOf(place, schema));
  if (choices.length === 0 || faults.includes(undefined)) return undefined;
  const deepest = faults.toSorted((one, other) => depthOf(other) - depthOf(one))[0];
  return `${place.path} fits no choice, such as: ${deepest}`;
}

/** How far a choice got: the one that was meant got furthest. */
function depthOf(fault: string | undefined): number {
  return fault?.split(' ')[0]?.split('.').length ?? 0;
}

function objectFault(place: Place, schema: JsonSchema): string | undefined {
  const { value, path } = place;
  if (!isObject(value)) return undefined;
  const { required, properties, additionalProperties: others } = schema;
  const missing = listOf(required).find((name) => value[String(name)] === undefined);
  if (missing !== undefined) return `${path}.${String(missing)} is missing`;
  const known = isObject(properties) ? properties : {};
  for (const [name, field] of Object.entries(value)) {
    const fault = faultOf({ ...place, value: field, path: `${path}.${name}` }, known[name] ?? others);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function listFault(place: Place, { items }: JsonSchema): string | undefined {
  for (const [index, value] of listOf(place.value).entries()) {
    const fault = faultOf({ ...place, value, path: `${place.path}[${index}]` }, items);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
