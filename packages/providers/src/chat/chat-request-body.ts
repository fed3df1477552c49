import type { Message } from '@hermes-context/contract';
import { toOpenAiChat } from '../openai-chat/openai-chat-format.ts';
import type { WireObject } from '../wire-value.ts';
import type { ChatRequest, ChatTool } from './chat-model.ts';

/** What of a body depends on the server. */
export interface BodyOptions {
  readonly model: string;
  /** Whether to ask for a report of usage at the end of the stream. A few servers refuse the field. */
  readonly asksForUsage: boolean;
}

/**
 * The body of a streamed request. No limit of tokens, since a model that thinks first would spend it before it writes,
 * and no temperature, since some models refuse it.
 */
export function chatRequestBody({ messages, tools }: ChatRequest, { model, asksForUsage }: BodyOptions): WireObject {
  return {
    model,
    messages: toOpenAiChat(messages.map(withoutNotes)),
    ...(tools.length === 0 ? {} : { tools: tools.map(toWireTool) }), // an empty list is refused by OpenAI
    stream: true,
    ...(asksForUsage ? { stream_options: { include_usage: true } } : {}),
  };
}

/** A host's notes are its own, and strict servers refuse a field that they do not know. */
function withoutNotes(message: Message): Message {
  const { metadata, ...rest } = message;
  return metadata === undefined ? message : rest;
}

function toWireTool({ name, description, parameters }: ChatTool): WireObject {
  return { type: 'function', function: { name, description, parameters } };
}
