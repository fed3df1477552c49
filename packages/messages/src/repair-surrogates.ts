import type { AssistantMessage, Content, ContentPart, Message, ToolCall } from '@hermes-context/contract';
import type { Mended } from './repair-entry.ts';
import { wellFormed } from './truncate.ts';
import { wellFormedJson } from './well-formed-json.ts';
import { wellFormedValue } from './well-formed-value.ts';

const DETAIL = 'Halves of surrogate pairs were replaced by U+FFFD.';

/** Replaces halves of surrogate pairs wherever a message carries text: content, names, arguments, reasoning. */
export function mendSurrogates(message: Message): Mended | undefined {
  const mended = withFieldsMended(message.role === 'assistant' ? withAssistantMended(message) : message);
  return mended === message
    ? undefined
    : { message: mended, findings: [{ kind: 'lone-surrogate-replaced', detail: DETAIL }] };
}

function withFieldsMended(message: Message): Message {
  const content = wellFormedContent(message.content);
  const named = message.name === undefined ? message : withName(message, wellFormed(message.name));
  return content === message.content ? named : { ...named, content };
}

function withName(message: Message, name: string): Message {
  return name === message.name ? message : { ...message, name };
}

function withAssistantMended(message: AssistantMessage): AssistantMessage {
  const { reasoning_content: reasoning, tool_calls: calls } = message;
  const mendedReasoning = reasoning === undefined ? undefined : wellFormed(reasoning);
  const mendedCalls = calls?.map(wellFormedCall);
  const sameReasoning = mendedReasoning === undefined || mendedReasoning === reasoning;
  const sameCalls = mendedCalls === undefined || mendedCalls.every((call, index) => call === calls?.[index]);
  if (sameReasoning && sameCalls) return message;
  return {
    ...message,
    ...(sameReasoning ? {} : { reasoning_content: mendedReasoning }),
    ...(sameCalls ? {} : { tool_calls: mendedCalls }),
  };
}

// Ids are left alone: one with a lone surrogate is renamed, on call and result together.
function wellFormedCall(call: ToolCall): ToolCall {
  const name = wellFormed(call.function.name);
  const written = wellFormedJson(call.function.arguments);
  const isSame = name === call.function.name && written === call.function.arguments;
  return isSame ? call : { ...call, function: { ...call.function, name, arguments: written } };
}

function wellFormedContent(content: Content): Content {
  if (typeof content === 'string') return wellFormed(content);
  if (!Array.isArray(content)) return content;
  const parts: readonly ContentPart[] = content;
  const mended = parts.map((part) => {
    const value = wellFormedValue(part);
    return isPart(value) ? value : part;
  });
  return mended.every((part, index) => part === parts[index]) ? parts : mended;
}

function isPart(value: unknown): value is ContentPart {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
