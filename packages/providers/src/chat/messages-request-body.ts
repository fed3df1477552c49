import { toAnthropicMessages } from '../anthropic/to-anthropic.ts';
import type { WireMemo } from '../wire-memo.ts';
import { isWireList, isWireObject, type WireObject } from '../wire-value.ts';
import type { ChatRequest, ChatTool, WirePromptParts } from './chat-model.ts';
import { preparedParts } from './prepared-parts.ts';

/** What of a body does not come from the conversation. */
export interface MessagesBodyOptions {
  readonly model: string;
  /** The most that the model may write, in tokens: the API takes no request without a limit. */
  readonly maxOutputTokens: number;
}

/** The prompt of a request in wire form, after its caller laid the last hand on it. */
export function messagesPromptParts(request: ChatRequest, memo: WireMemo): WirePromptParts {
  const { system, messages } = toAnthropicMessages(request.messages, memo);
  return preparedParts(request, memo, { shape: 'anthropic', toTool, ...systemField(system), messages });
}

/** The body of a streamed request. No temperature: the models of today refuse it. */
export function messagesRequestBody(
  { tools = [], system, messages }: WirePromptParts,
  { model, maxOutputTokens }: MessagesBodyOptions,
): WireObject {
  return {
    model,
    max_tokens: maxOutputTokens,
    ...(tools.length === 0 ? {} : { tools }),
    ...(system === undefined ? {} : { system }),
    messages,
    stream: true,
  };
}

function systemField(system: unknown): Pick<WirePromptParts, 'system'> {
  if (typeof system === 'string') return { system };
  return isWireList(system) ? { system: system.filter(isWireObject) } : {};
}

function toTool({ name, description, parameters }: ChatTool): WireObject {
  return { name, description, input_schema: parameters };
}
