import type { Message, Messages } from '@hermes-context/contract';
import { toResponsesItems } from '../openai-responses/to-responses.ts';
import type { WireMemo } from '../wire-memo.ts';
import { isWireList, isWireObject, type WireObject, withoutKeys } from '../wire-value.ts';
import type { ChatRequest, ChatTool, WirePromptParts } from './chat-model.ts';
import { preparedParts } from './prepared-parts.ts';

/** What of a body does not come from the conversation. */
export interface ResponsesBodyOptions {
  readonly model: string;
  /** Where the server knows a conversation again: the field for it. */
  readonly cacheKey: WireObject;
  /** Whether encrypted reasoning is asked for. A few servers refuse the field. */
  readonly asksForReasoning: boolean;
  /** When the server is to compact, in tokens of input. Absent: it must not. */
  readonly compactAtTokens?: number | undefined;
}

/** The prompt of a request in wire form, after its caller laid the last hand on it. */
export function responsesPromptParts(request: ChatRequest, memo: WireMemo): WirePromptParts {
  const made = groupsOf(request.messages).map((group) => memo.recall(group, makeGroup) ?? {});
  const instructions = made[0]?.['instructions'];
  const system = typeof instructions === 'string' ? { system: instructions } : {};
  const messages = made.flatMap(({ input }) => (isWireList(input) ? input.filter(isWireObject) : []));
  return preparedParts(request, memo, { shape: 'openai-responses', toTool, ...system, messages });
}

/** The body of a streamed request. Nothing is kept by the server, so each request brings the whole conversation. */
export function responsesRequestBody(
  { tools = [], system, messages }: WirePromptParts,
  { model, cacheKey, asksForReasoning, compactAtTokens }: ResponsesBodyOptions,
): WireObject {
  return {
    model,
    ...(system === undefined ? {} : { instructions: system }),
    input: messages,
    ...(tools.length === 0 ? {} : { tools }),
    store: false,
    stream: true,
    ...(asksForReasoning ? { include: ['reasoning.encrypted_content'] } : {}),
    ...(compactAtTokens === undefined ? {} : { context_management: compactingAt(compactAtTokens) }),
    ...cacheKey,
  };
}

function compactingAt(tokens: number): readonly WireObject[] {
  return [{ type: 'compaction', compact_threshold: tokens }];
}

/** Messages whose items do not depend on what stands elsewhere: an answer with its results, since they are spelled as its calls are. */
function groupsOf(messages: Messages): readonly Messages[] {
  const groups: Message[][] = [];
  for (const message of messages) {
    const last = groups.at(-1);
    const isOpener = message.role === 'user' || message.role === 'assistant';
    if (last === undefined || isOpener) groups.push([message]);
    else last.push(message);
  }
  return groups;
}

function makeGroup(messages: Messages): WireObject {
  const { input, ...instructions } = toResponsesItems(messages);
  return { ...instructions, input: input.map(withoutOutputFields) };
}

/** Says how an item came to be; as input it is refused. */
const OUTPUT_FIELDS = ['created_by'];

function withoutOutputFields(item: WireObject): WireObject {
  return item['created_by'] === undefined ? item : withoutKeys(item, OUTPUT_FIELDS);
}

function toTool({ name, description, parameters }: ChatTool): WireObject {
  return { type: 'function', name, description, parameters, strict: false };
}
