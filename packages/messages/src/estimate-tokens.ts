import type { Message, Messages } from '@hermes-context/contract';
import { totalTokens, valueTokens } from './message-tokens.ts';

/** What goes around the definition of one tool: type, braces, separators. */
const TOOL_OVERHEAD_TOKENS = 8;

/**
 * Size of one message in tokens, estimated: content, name, calls, reasoning, and what goes around them. A picture or a
 * file counts flat ({@link IMAGE_TOKENS}), `metadata`, `timestamp` and `_context` nothing: they are not sent, and
 * encrypted items are billed by what they stand for. Counted once per object. Never throws.
 */
export function estimateTokens(message: Message): number {
  return totalTokens(message);
}

/** Size of a list of messages in tokens: the sum of {@link estimateTokens}. */
export function estimateMessagesTokens(messages: Messages): number {
  let tokens = 0;
  for (const message of messages) tokens += totalTokens(message);
  return tokens;
}

/** Size of tool definitions in tokens, as compact JSON. Definitions in any dialect: what is sent is what is counted. */
export function estimateToolTokens(tools: readonly unknown[]): number {
  let tokens = 0;
  for (const tool of tools) tokens += TOOL_OVERHEAD_TOKENS + toolTokens(tool);
  return tokens;
}

function toolTokens(tool: unknown): number {
  const definition = fieldOf(tool, 'function') ?? tool;
  const name = fieldOf(definition, 'name');
  if (name === undefined) return valueTokens(tool);
  const parameters = fieldOf(definition, 'parameters') ?? fieldOf(definition, 'input_schema');
  return valueTokens(name) + valueTokens(fieldOf(definition, 'description')) + valueTokens(parameters);
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
}
