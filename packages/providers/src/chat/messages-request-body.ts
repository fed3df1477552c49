import { carriesCompaction } from '../anthropic/compaction-block.ts';
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
  /** When the server is to compact, in tokens of input. Absent: it must not. */
  readonly compactAtTokens?: number | undefined;
}

/** Threshold compaction: the edit that asks for it, and the beta that knows it and its blocks. Provider reference, section 3.2, read 2026-12. */
const COMPACTION_EDIT = 'compact_20260112';
const COMPACTION_BETA = 'compact-2026-01-12';

/** The prompt of a request in wire form, after its caller laid the last hand on it. */
export function messagesPromptParts(request: ChatRequest, memo: WireMemo): WirePromptParts {
  const { system, messages } = toAnthropicMessages(request.messages, memo);
  return preparedParts(request, memo, { shape: 'anthropic', toTool, ...systemField(system), messages });
}

/** The body of a streamed request. No temperature: the models of today refuse it. */
export function messagesRequestBody(
  { tools = [], system, messages }: WirePromptParts,
  { model, maxOutputTokens, compactAtTokens }: MessagesBodyOptions,
): WireObject {
  return {
    model,
    max_tokens: maxOutputTokens,
    ...(tools.length === 0 ? {} : { tools }),
    ...(system === undefined ? {} : { system }),
    messages,
    ...(compactAtTokens === undefined ? {} : { context_management: compactingAt(compactAtTokens) }),
    stream: true,
  };
}

/** Betas that a request needs: those of the fields and of the blocks in it. */
export function messagesBetas(
  { messages }: Pick<WirePromptParts, 'messages'>,
  { compactAtTokens }: Pick<MessagesBodyOptions, 'compactAtTokens'>,
): readonly string[] {
  return compactAtTokens !== undefined || carriesCompaction(messages) ? [COMPACTION_BETA] : [];
}

function compactingAt(value: number): WireObject {
  return { edits: [{ type: COMPACTION_EDIT, trigger: { type: 'input_tokens', value } }] };
}

function systemField(system: unknown): Pick<WirePromptParts, 'system'> {
  if (typeof system === 'string') return { system };
  return isWireList(system) ? { system: system.filter(isWireObject) } : {};
}

function toTool({ name, description, parameters }: ChatTool): WireObject {
  return { name, description, input_schema: parameters };
}
