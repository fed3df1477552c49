import type { AssistantMessage, TokenUsage, ToolCall } from '@hermes-context/contract';
import { contentText, isJsonObject, toolCallsOf } from '@hermes-context/messages';
import { fromAnthropicMessages } from '../anthropic/from-anthropic.ts';
import { isThinking, readReasoning } from '../anthropic/read-blocks.ts';
import { holdsRoundedNumber } from '../rounded-numbers.ts';
import { stringField, type WireBlock } from '../wire-value.ts';
import type { AnswerBlock } from './assemble-blocks.ts';
import type { ChatReply } from './chat-model.ts';
import type { FinishedAnswer } from './finished-answer.ts';
import { EMPTY, FILTERED, unusable } from './unusable.ts';

/** A message of the Messages API that arrived whole. */
export interface AnsweredMessage {
  readonly blocks: readonly AnswerBlock[];
  /** As the provider spells it; `undefined` when it did not say. */
  readonly stopReason: string | undefined;
  readonly usage: TokenUsage | undefined;
}

/** Reasons to stop, from the types of the provider's client, 1.15.0. */
const LENGTHS = new Set(['max_tokens', 'model_context_window_exceeded']);
const STOPS = new Set(['end_turn', 'stop_sequence', 'tool_use']);

/** The reply of a message. What cannot be sent back does not stay in it. */
export function finishMessage({ blocks, stopReason = 'end_turn', usage }: AnsweredMessage): FinishedAnswer {
  const { message, calls } = readMessage(blocks);
  if (stopReason === 'refusal') return finishRefusal(contentText(message.content), usage);
  if (LENGTHS.has(stopReason)) return reply({ message, finish: 'length', usage });
  if (calls.some((call) => call.function.name === '')) return unusable('called a tool without naming it');
  if (calls.length > 0) return reply({ message, finish: 'tool-calls', usage });
  const isStop = STOPS.has(stopReason);
  if (isStop && contentText(message.content) === '') return finishEmpty(message);
  return reply({ message, finish: isStop ? 'stop' : 'other', usage });
}

function finishRefusal(text: string, usage: TokenUsage | undefined): FinishedAnswer {
  return text === '' ? FILTERED : reply({ message: saying(text), finish: 'refusal', usage });
}

function finishEmpty({ reasoning_content: reasoning }: AssistantMessage): FinishedAnswer {
  return unusable(reasoning === undefined ? EMPTY : `${EMPTY}, although it was thinking`);
}

function reply({ message, finish, usage }: Omit<ChatReply, 'usage'> & Pick<AnsweredMessage, 'usage'>): FinishedAnswer {
  return { kind: 'reply', reply: { message, finish, ...(usage === undefined ? {} : { usage }) } };
}

/** What was refused is not carried out and not thought on: the words alone stay. */
function saying(text: string): AssistantMessage {
  return { role: 'assistant', content: text };
}

interface ReadMessage {
  readonly message: AssistantMessage;
  readonly calls: readonly ToolCall[];
}

function readMessage(blocks: readonly AnswerBlock[]): ReadMessage {
  const said = blocks.map(({ block }) => block);
  const [read] = fromAnthropicMessages({ messages: [{ role: 'assistant', content: returnable(said) }] });
  const message: AssistantMessage = read?.role === 'assistant' ? read : saying('');
  const calls = withOwnWords(toolCallsOf(message), blocks);
  const reasoning = readReasoning(said);
  return {
    calls,
    message: {
      ...message,
      content: message.content ?? (calls.length > 0 ? null : ''),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
      ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    },
  };
}

/** Thinking goes back with its signature, all of it or none. What was cut off has none yet. */
function returnable(blocks: readonly WireBlock[]): readonly WireBlock[] {
  const isCut = blocks.some((block) => block.type === 'thinking' && (stringField(block, 'signature') ?? '') === '');
  return isCut ? blocks.filter((block) => !isThinking(block)) : blocks;
}

/** Arguments as the model wrote them, where a parsed value would not say the same: they broke off, or hold a long number. */
function withOwnWords(calls: readonly ToolCall[], blocks: readonly AnswerBlock[]): readonly ToolCall[] {
  const inputs = blocks.filter(({ block }) => block.type === 'tool_use');
  return calls.map((call, index) => {
    const { block, inputText = '' } = inputs[index] ?? {};
    const isExact = isJsonObject(inputText) && !holdsRoundedNumber(block?.['input']);
    if (isExact || inputText.trim() === '') return call;
    return { ...call, function: { ...call.function, arguments: inputText } };
  });
}
