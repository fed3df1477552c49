import { toOpenAiChat } from '../openai-chat/openai-chat-format.ts';
import type { WireMemo } from '../wire-memo.ts';
import { type WireObject, withoutKeys } from '../wire-value.ts';
import type { ChatRequest, ChatTool, WirePromptParts } from './chat-model.ts';
import { preparedParts } from './prepared-parts.ts';

/** What of a body depends on the server. */
export interface BodyOptions {
  readonly model: string;
  /** Whether to ask for a report of usage at the end of the stream. A few servers refuse the field. */
  readonly asksForUsage: boolean;
  /** Where the server knows a conversation again: the field for it. */
  readonly cacheKey: WireObject;
}

/** The prompt of a request in wire form, after its caller laid the last hand on it. */
export function chatPromptParts(request: ChatRequest, memo: WireMemo): WirePromptParts {
  const messages = toOpenAiChat(request.messages, memo).map((message) => withoutNotes(message, memo));
  return preparedParts(request, memo, { shape: 'openai-chat', toTool, messages });
}

/**
 * The body of a streamed request. No limit of tokens, since a model that thinks first would spend it before it writes,
 * and no temperature, since some models refuse it.
 */
export function chatRequestBody(
  { tools = [], messages }: WirePromptParts,
  { model, asksForUsage, cacheKey }: BodyOptions,
): WireObject {
  return {
    model,
    messages,
    ...(tools.length === 0 ? {} : { tools }), // an empty list is refused by OpenAI
    stream: true,
    ...(asksForUsage ? { stream_options: { include_usage: true } } : {}),
    ...cacheKey,
  };
}

/** A host's notes are its own, and strict servers refuse a field that they do not know. */
function withoutNotes(message: WireObject, memo: WireMemo): WireObject {
  if (message['metadata'] === undefined) return message;
  return memo.recall([message], ([noted]) => withoutKeys(noted ?? message, ['metadata'])) ?? message;
}

function toTool({ name, description, parameters }: ChatTool): WireObject {
  return { type: 'function', function: { name, description, parameters } };
}
