import type { AssistantMessage, TokenUsage, ToolCall } from '@hermes-context/contract';
import { contentText } from '@hermes-context/messages';
import { fromResponsesItems } from '../openai-responses/from-responses.ts';
import { isWireObject, type WireObject } from '../wire-value.ts';
import type { ChatReply } from './chat-model.ts';
import type { FinishedAnswer } from './finished-answer.ts';
import { readCount, readField, readList, readText } from './read-field.ts';
import { EMPTY, FILTERED, unusable } from './unusable.ts';

/** A response that arrived whole. */
export interface AnsweredResponse {
  /** The output, in order. */
  readonly items: readonly WireObject[];
  /** The response around it: status, usage. */
  readonly response: unknown;
}

/** The reply of a response: one message with all output items as its wire form, exactly. */
export function finishResponse({ items, response }: AnsweredResponse): FinishedAnswer {
  const message = messageOf(items);
  const usage = usageOf(readField(response, 'usage'));
  const done = (finish: ChatReply['finish'], said: AssistantMessage = message): FinishedAnswer => {
    return { kind: 'reply', reply: { message: said, finish, ...(usage !== undefined && { usage }) } };
  };
  const calls = message.tool_calls ?? [];
  const cut = cutBy(response);
  if (cut === 'content_filter')
    return contentText(message.content) === '' ? FILTERED : done('refusal', saying(message));
  if (cut !== undefined) return done('length');
  if (calls.some((call) => call.function.name === '')) return unusable('called a tool without naming it');
  if (calls.length > 0) return done('tool-calls');
  if (items.some(isRefusal)) return done('refusal');
  if (contentText(message.content) === '') return unusable(EMPTY);
  return done('stop');
}

/** Why a response was cut; absent where it was not. */
function cutBy(response: unknown): string | undefined {
  const reason = readText(readField(response, 'incomplete_details'), 'reason');
  return reason ?? (readText(response, 'status') === 'incomplete' ? 'not said' : undefined);
}

/** What was refused is not carried out and not thought on: the words alone stay. */
function saying({ content }: AssistantMessage): AssistantMessage {
  return { role: 'assistant', content };
}

/** One message, though items may read as several: a text between two calls, for instance. */
function messageOf(items: readonly WireObject[]): AssistantMessage {
  const read = fromResponsesItems({ input: items }).filter((message) => message.role === 'assistant');
  const texts = read.map(({ content }) => contentText(content)).filter((text) => text !== '');
  const refusals = items.filter(isRefusal).flatMap((item) => readList(item, 'content').flatMap(refusalOf));
  const calls = read.flatMap(({ tool_calls }): readonly ToolCall[] => tool_calls ?? []);
  const reasonings = read.flatMap(({ reasoning_content }) => reasoning_content ?? []);
  const text = [...texts, ...(texts.length === 0 ? refusals : [])].join('\n\n');
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(withArguments) }),
    ...(reasonings.length === 0 ? {} : { reasoning_content: reasonings.join('\n\n') }),
    ...(items.length === 0 ? {} : { _context: { wire: { format: 'openai-responses', parts: items } } }),
  };
}

function isRefusal(item: WireObject): boolean {
  return readList(item, 'content').some((part) => isWireObject(part) && part['type'] === 'refusal');
}

function refusalOf(part: unknown): readonly string[] {
  const text = readText(part, 'refusal');
  return text === undefined ? [] : [text];
}

/** A call without arguments: an empty text is no JSON. */
function withArguments(call: ToolCall): ToolCall {
  if (call.function.arguments.trim() !== '') return call;
  return { ...call, function: { ...call.function, arguments: '{}' } };
}

function usageOf(usage: unknown): TokenUsage | undefined {
  const promptTokens = readCount(usage, 'input_tokens') ?? 0;
  if (promptTokens === 0) return undefined;
  const details = readField(usage, 'input_tokens_details');
  const cacheReadTokens = readCount(details, 'cached_tokens');
  const cacheWriteTokens = readCount(details, 'cache_write_tokens');
  return {
    promptTokens,
    completionTokens: readCount(usage, 'output_tokens') ?? 0,
    ...(cacheReadTokens === undefined ? {} : { cacheReadTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
  };
}
