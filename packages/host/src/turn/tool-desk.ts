import { createHash } from 'node:crypto';
import type { Content, EngineTool, ToolCall, ToolMessage } from '@hermes-context/contract';
import { createToolTable, describeCause, orAborted, type ToolTable, withDeadline } from '@hermes-context/core';
import { closestName, estimateToolTokens } from '@hermes-context/messages';
import type { ChatTool } from '@hermes-context/providers';
import type { HostTool, TurnEvent } from '../host-types.ts';

/** Whose tools there are. */
export interface ToolDeskParts {
  readonly engineName: string;
  readonly engineTools: readonly EngineTool[] | undefined;
  /** Tools of this project, such as `session_search`. */
  readonly ownTools: readonly EngineTool[];
  readonly hostTools: readonly HostTool[];
  readonly timeoutMs: number;
}

/** The circumstances of one round of calls. */
export interface CallRound {
  readonly sessionId: string;
  readonly signal: AbortSignal;
  readonly onEvent: (event: TurnEvent) => void;
}

/** All tools of a session: offered in one fixed order, so that a provider's cache of them holds. */
export interface ToolDesk {
  readonly offered: readonly ChatTool[];
  /** Estimated size of their definitions. */
  readonly tokens: number;
  /** Changes with any of their definitions. */
  readonly fingerprint: string;
  readonly warnings: readonly string[];
  /** Run calls side by side. Answers each of them, in their order, whatever happens: a stop is an answer too. */
  runAll(calls: readonly ToolCall[], round: CallRound): Promise<readonly ToolMessage[]>;
}

const FINGERPRINT_CHARS = 16;
const STOPPED = 'The call was stopped by the user before it answered.';

/** Put the tools together. The engine's are asked first (S-009); it may not take the name of one that the host has. */
export function openToolDesk(parts: ToolDeskParts): ToolDesk {
  const hostTools = new Map(parts.hostTools.toReversed().map((tool) => [tool.name, tool]));
  const usable = parts.hostTools.filter((tool) => hostTools.get(tool.name) === tool);
  const twice = parts.hostTools.filter((tool) => !usable.includes(tool));
  const own = createToolTable({ engine: 'hermes', tools: parts.ownTools, taken: hostTools.keys() });
  const taken = [...hostTools.keys(), ...own.offered.map(({ name }) => name)];
  const engine = createToolTable({ engine: parts.engineName, tools: parts.engineTools, taken });
  const offered = [...engine.offered, ...own.offered, ...usable.map(toChatTool)];
  const desk: Tables = {
    tables: [engine, own],
    hostTools,
    names: offered.map(({ name }) => name),
    timeoutMs: parts.timeoutMs,
  };
  return {
    offered,
    tokens: estimateToolTokens(offered),
    fingerprint: createHash('sha256').update(JSON.stringify(offered)).digest('hex').slice(0, FINGERPRINT_CHARS),
    warnings: [...own.warnings, ...engine.warnings, ...twice.map(({ name }) => namedTwice(name))],
    runAll: (calls, round) => Promise.all(calls.map((call) => runOne(desk, call, round))),
  };
}

interface Tables {
  readonly tables: readonly ToolTable[];
  readonly hostTools: ReadonlyMap<string, HostTool>;
  readonly names: readonly string[];
  readonly timeoutMs: number;
}

interface Answer {
  readonly content: Content;
  readonly isError: boolean;
}

function toChatTool({ name, description, parameters }: HostTool): ChatTool {
  return { name, description, parameters };
}

async function runOne(desk: Tables, call: ToolCall, round: CallRound): Promise<ToolMessage> {
  const { name, arguments: json } = call.function;
  const started = performance.now();
  round.onEvent({ type: 'tool-start', callId: call.id, name, arguments: json });
  const { content, isError } = await answerCall(desk, call, round);
  round.onEvent({ type: 'tool-end', callId: call.id, name, isError, ms: Math.round(performance.now() - started) });
  return { role: 'tool', tool_call_id: call.id, content };
}

async function answerCall(desk: Tables, call: ToolCall, { signal, sessionId }: CallRound): Promise<Answer> {
  const { name, arguments: json } = call.function;
  if (signal.aborted) return { content: STOPPED, isError: true };
  try {
    const table = desk.tables.find((each) => each.has(name));
    if (table !== undefined) {
      const content = await table.execute(name, json, { signal, timeoutMs: desk.timeoutMs });
      return { content, isError: content.startsWith('{"error":') };
    }
    const tool = desk.hostTools.get(name);
    if (tool === undefined) return failed(unknownTool(name, desk.names));
    return await runHostTool(tool, json, { signal, sessionId, callId: call.id, timeoutMs: desk.timeoutMs });
  } catch (error) {
    if (signal.aborted) return { content: STOPPED, isError: true };
    return failed(`The tool ${name} failed: ${describeCause(error)}`);
  }
}

async function runHostTool(
  tool: HostTool,
  json: string,
  call: {
    readonly signal: AbortSignal;
    readonly sessionId: string;
    readonly callId: string;
    readonly timeoutMs: number;
  },
): Promise<Answer> {
  const { timeoutMs, signal, ...ids } = call;
  const input = parseArguments(json);
  if (input.kind === 'invalid') return failed(input.problem);
  const late = new AbortController();
  const running = (async () => tool.execute(input.value, { ...ids, signal: AbortSignal.any([signal, late.signal]) }))();
  const ended = await withDeadline(orAborted(running, signal), timeoutMs);
  if (ended.kind === 'timed-out') {
    late.abort(new DOMException('Nobody waits for this tool any more.', 'TimeoutError'));
    return failed(`The tool ${tool.name} did not answer within ${timeoutMs / 1000} s.`);
  }
  if (isContent(ended.value)) return { content: ended.value, isError: false };
  return failed(`The tool ${tool.name} answered neither in text nor in parts.`);
}

function isContent(value: unknown): value is Content {
  if (typeof value === 'string') return true;
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((part: unknown) => typeof part === 'object' && part !== null && 'type' in part) &&
    isJson(value)
  );
}

/** Whether a store can keep it. */
function isJson(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

function parseArguments(
  text: string,
): { readonly kind: 'value'; readonly value: unknown } | { readonly kind: 'invalid'; readonly problem: string } {
  if (text.trim() === '') return { kind: 'value', value: {} };
  try {
    return { kind: 'value', value: JSON.parse(text) };
  } catch {
    return { kind: 'invalid', problem: 'The arguments are not JSON. Call the tool again with a JSON object.' };
  }
}

function namedTwice(name: string): string {
  return `A tool of the host is not offered: ${name} is in its list twice, and the first one is used.`;
}

function unknownTool(name: string, names: readonly string[]): string {
  const meant = closestName(name, names);
  const hint = meant === undefined ? `There are: ${names.join(', ') || 'none'}.` : `Did you mean ${meant}?`;
  return `There is no tool named ${JSON.stringify(name)}. ${hint}`;
}

/** The form in which engines' tools fail too, so that a model meets one. */
function failed(problem: string): Answer {
  return { content: JSON.stringify({ error: problem }), isError: true };
}
