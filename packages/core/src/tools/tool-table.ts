import type { EngineTool } from '@hermes-context/contract';
import { closestName } from '@hermes-context/messages';
import { describeCause } from '../describe-cause.ts';
import { orAborted } from '../or-aborted.ts';
import { settle } from '../settle.ts';
import { withDeadline } from '../with-deadline.ts';
import { type JsonSchema, readEngineTools } from './read-engine-tools.ts';

/** Generous: a search through a large archive. Only what never ends needs all of it. */
const TOOL_TIMEOUT_MS = 120_000;

/** What a table of tools is made from. */
export interface ToolTableParts {
  /** Name of the engine, for a person. */
  readonly engine: string;
  /** `engine.tools`. They come from a stranger, so nothing is assumed of them. */
  readonly tools: readonly EngineTool[] | undefined;
  /** Names of the tools that the host has already; an engine's of the same name is not offered. */
  readonly taken: Iterable<string>;
}

/** A tool as the model is told of it. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: JsonSchema;
}

/** A tool in the `tools` of an OpenAI chat request. */
export interface OpenAiTool {
  readonly type: 'function';
  readonly function: OfferedTool;
}

/** How one call is run. */
export interface ToolCallOptions {
  /** Aborts the call; then `execute` rejects with its reason at once, whatever the tool does. */
  readonly signal: AbortSignal;
  /** How long it may take, in milliseconds. Default 120,000. */
  readonly timeoutMs?: number;
}

/** The tools that an engine lends the agent for one session. */
export interface ToolTable {
  /** By name, the same for the whole session, so that a provider's cache of the request holds. */
  readonly offered: readonly OfferedTool[];
  /** Why a tool is not offered, one sentence each. For the user, or the engine's author. */
  readonly warnings: readonly string[];
  /** Whether a call of that name is for this table. */
  has(name: string): boolean;
  /**
   * Run a call, as the model wrote it. Ends in the text of a tool result whatever happens: what goes wrong is told to
   * the model as `{"error":"…"}`. A result is handed on as it is, however long.
   *
   * @param argumentsJson - The call's `arguments`; `''` counts as `{}`.
   * @throws The signal's reason, when it aborts.
   */
  execute(name: string, argumentsJson: string, options: ToolCallOptions): Promise<string>;
}

/** The tools as they stand in an OpenAI chat request. Pure. */
export function toOpenAiTools({ offered }: Pick<ToolTable, 'offered'>): readonly OpenAiTool[] {
  return offered.map((tool) => ({ type: 'function', function: tool }));
}

/**
 * Make the table of the tools that an engine lends the agent (S-009): what is offered to the model, and how its calls
 * come back to the engine. Tools without a name, of a wrong shape, or of a name that is taken are left out with a
 * warning, since one of them would make a provider refuse the whole request.
 */
export function createToolTable({ engine, tools, taken }: ToolTableParts): ToolTable {
  const { entries, warnings } = readEngineTools({ engine, tools, taken: new Set(taken) });
  const byName = new Map(entries.map((entry) => [entry.offered.name, entry.run]));
  return {
    offered: Object.freeze(entries.map(({ offered }) => offered)),
    warnings,
    has: (name) => byName.has(name),
    async execute(name, argumentsJson, options) {
      options.signal.throwIfAborted();
      const run = byName.get(name);
      if (run === undefined) return asError(unknownTool(name, Array.from(byName.keys())));
      const input = parseArguments(argumentsJson);
      if (input.kind === 'invalid') return asError(input.problem);
      return runTool((signal) => run(input.value, { signal }), { name, ...options });
    },
  };
}

function unknownTool(name: string, names: readonly string[]): string {
  const meant = closestName(name, names);
  const hint = meant === undefined ? `There are: ${names.join(', ')}.` : `Did you mean ${meant}?`;
  return `There is no tool named ${JSON.stringify(name)}. ${hint}`;
}

type Input =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'invalid'; readonly problem: string };

function parseArguments(text: string): Input {
  if (text.trim() === '') return { kind: 'value', value: {} }; // what some models write for a tool without arguments
  try {
    return { kind: 'value', value: JSON.parse(text) };
  } catch (cause) {
    const problem = `The arguments are not JSON: ${describeCause(cause)}. Call the tool again with a JSON object.`;
    return { kind: 'invalid', problem };
  }
}

async function runTool(
  run: (signal: AbortSignal) => unknown,
  { name, signal, timeoutMs = TOOL_TIMEOUT_MS }: ToolCallOptions & { readonly name: string },
): Promise<string> {
  const stop = new AbortController();
  const running = settle(() => run(AbortSignal.any([signal, stop.signal])));
  let ended: Awaited<ReturnType<typeof withDeadline<unknown>>>;
  try {
    ended = await withDeadline(orAborted(running, signal), timeoutMs);
  } catch (cause) {
    signal.throwIfAborted();
    return asError(`The tool ${name} failed: ${describeCause(cause)}`);
  }
  signal.throwIfAborted();
  if (ended.kind === 'timed-out') {
    stop.abort(new DOMException('Nobody waits for this tool any more.', 'TimeoutError'));
    return asError(`The tool ${name} did not answer within ${timeoutMs} ms.`);
  }
  return typeof ended.value === 'string' ? ended.value : asError(`The tool ${name} did not answer in text.`);
}

/** What goes wrong, as the text of a tool result that a model can read. */
function asError(problem: string): string {
  return JSON.stringify({ error: problem });
}
