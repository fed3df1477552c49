import type { EngineTool } from '@hermes-context/contract';
import { describeCause } from '../describe-cause.ts';
import { quoteName } from '../engine-name.ts';
import { readField } from '../read-field.ts';

/** JSON Schema, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What OpenAI and Anthropic both take as the name of a tool. */
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** A tool that can be offered, and how it is run. */
export interface ToolEntry {
  /** Frozen to the bottom. */
  readonly offered: { readonly name: string; readonly description: string; readonly parameters: JsonSchema };
  readonly run: EngineTool['execute'];
}

/** What an engine's list of tools came to. */
export interface ReadTools {
  /** By name. */
  readonly entries: readonly ToolEntry[];
  /** Why the others are not among them, in the order of the list. */
  readonly warnings: readonly string[];
}

/** Whose tools they are, and which names are gone. */
interface ToolList {
  readonly engine: string;
  readonly tools: unknown;
  readonly taken: ReadonlySet<string>;
}

/** Read a stranger's list of tools: those that a provider accepts, each once. Runs none of them. Never throws. */
export function readEngineTools({ engine, tools, taken }: ToolList): ReadTools {
  const entries = new Map<string, ToolEntry>();
  const warnings: string[] = [];
  for (const [index, tool] of toList(tools).entries()) {
    const read = readTool(tool, index);
    const problem = read.kind === 'unfit' ? read.problem : findClash(read.entry, { engine, taken, entries });
    if (problem !== undefined) warnings.push(`A tool of the engine "${engine}" is not offered: ${problem}`);
    else if (read.kind === 'fit') entries.set(read.entry.offered.name, read.entry);
  }
  return {
    entries: Array.from(entries.values()).toSorted((one, other) => (one.offered.name < other.offered.name ? -1 : 1)),
    warnings,
  };
}

function toList(tools: unknown): readonly unknown[] {
  return Array.isArray(tools) ? tools : [];
}

type ReadTool =
  | { readonly kind: 'fit'; readonly entry: ToolEntry }
  | { readonly kind: 'unfit'; readonly problem: string };

function findClash(
  { offered: { name } }: ToolEntry,
  known: Pick<ToolList, 'engine' | 'taken'> & { readonly entries: ReadonlyMap<string, ToolEntry> },
): string | undefined {
  if (known.taken.has(name)) return `${name} is the name of a tool that the host has already.`;
  return known.entries.has(name) ? `${name} is in its list twice.` : undefined;
}

function readTool(tool: unknown, index: number): ReadTool {
  const name = readField(tool, 'name');
  if (typeof name !== 'string' || name === '') return unfit(`number ${index + 1} in its list has no name.`);
  if (!TOOL_NAME.test(name)) {
    return unfit(`${quoteName(name)} is no name for a tool; it must be 1 to 64 letters, digits, "_" and "-".`);
  }
  const description = readField(tool, 'description');
  if (typeof description !== 'string') return unfit(`${name} has no description.`);
  const execute = readField(tool, 'execute');
  if (!isExecute(execute)) return unfit(`${name} has no function execute.`);
  const parameters = readParameters(readField(tool, 'parameters'));
  if (parameters.kind === 'unfit') return unfit(`the parameters of ${name} ${parameters.problem}`);
  return {
    kind: 'fit',
    entry: {
      offered: Object.freeze({ name, description, parameters: parameters.schema }),
      // Called on the tool itself, so that `this` in it is what its author expects.
      run: (input, options) => execute.call(tool, input, options),
    },
  };
}

function isExecute(value: unknown): value is EngineTool['execute'] {
  return typeof value === 'function';
}

type ReadParameters =
  | { readonly kind: 'schema'; readonly schema: JsonSchema }
  | { readonly kind: 'unfit'; readonly problem: string };

/** A copy, so that the engine cannot change later what the model was told; with what providers insist on filled in. */
function readParameters(given: unknown): ReadParameters {
  if (given === undefined) return { kind: 'schema', schema: freezeJson({ type: 'object', properties: {} }) };
  let copy: unknown;
  try {
    copy = JSON.parse(JSON.stringify(given));
  } catch (cause) {
    return { kind: 'unfit', problem: `cannot be written as JSON: ${describeCause(cause)}.` };
  }
  if (!isMap(copy)) return { kind: 'unfit', problem: 'are no JSON Schema.' };
  const { type = 'object', properties = {} } = copy;
  const isObject = type === 'object' || (Array.isArray(type) && type.includes('object'));
  if (!isObject || !isMap(properties)) return { kind: 'unfit', problem: 'do not describe an object.' };
  return { kind: 'schema', schema: freezeJson({ ...copy, type: 'object', properties }) };
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** To the bottom. The value was parsed from JSON, so it has one. */
function freezeJson<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) freezeJson(part);
  return Object.freeze(value);
}

function unfit(problem: string): Extract<ReadTool, { kind: 'unfit' }> {
  return { kind: 'unfit', problem };
}
