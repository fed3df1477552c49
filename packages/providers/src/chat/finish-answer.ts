import type { AssistantMessage, ToolCall } from '@hermes-context/contract';
import type { AssembledAnswer } from './assemble-answer.ts';
import type { ChatReply } from './chat-model.ts';
import type { FinishedAnswer } from './finished-answer.ts';
import { EMPTY, FILTERED, unusable } from './unusable.ts';

/** How servers spell it, in lower case. Read 2026-11 in the documentation of OpenAI, Mistral, Gemini, DeepSeek and OpenRouter. */
const STOPS = new Set(['stop', 'end_turn', 'eos', 'stop_sequence', 'tool_calls', 'function_call', 'tool_use']);
const LENGTHS = new Set(['length', 'max_tokens', 'model_length']);
const FILTERS = new Set(['content_filter', 'safety', 'prohibited_content', 'blocklist', 'sensitive']);

/** The reply of an answer that arrived whole. */
export function finishAnswer(answer: AssembledAnswer): FinishedAnswer {
  const reason = answer.finishReason?.toLowerCase() ?? 'stop'; // the stream said that it is complete
  if (FILTERS.has(reason)) return finishFiltered(answer);
  if (LENGTHS.has(reason)) return finishCut(answer);
  if (reason === 'error') return { kind: 'unusable', failure: 'overload', what: 'broke off with an error' };
  return answer.calls.length > 0 ? finishCalls(answer) : finishText(answer, reason);
}

function finishCalls(answer: AssembledAnswer): FinishedAnswer {
  if (answer.calls.some(isNameless)) return unusable('called a tool without naming it');
  return reply(answer, 'tool-calls', answer.calls.map(withArguments));
}

function finishText(answer: AssembledAnswer, reason: string): FinishedAnswer {
  if (answer.hasRefusal || reason === 'refusal') return reply(answer, 'refusal');
  if (answer.text === '') return unusable(answer.reasoning === '' ? EMPTY : `${EMPTY}, although it was thinking`);
  return reply(answer, STOPS.has(reason) ? 'stop' : 'other');
}

/** What a filter cut off is not carried out: the calls may be broken, and the provider did not want them. */
function finishFiltered(answer: AssembledAnswer): FinishedAnswer {
  if (answer.text !== '') return reply(answer, 'refusal');
  return FILTERED;
}

/** The last call may lack anything; one without a name could not be sent back. */
function finishCut(answer: AssembledAnswer): FinishedAnswer {
  const named = answer.calls.filter((call) => !isNameless(call));
  return reply(answer, 'length', named);
}

function isNameless(call: ToolCall): boolean {
  return call.function.name === '';
}

/** A call without arguments: an empty text is no JSON, and some providers refuse it when it is sent back. */
function withArguments(call: ToolCall): ToolCall {
  if (call.function.arguments.trim() !== '') return call;
  return { ...call, function: { ...call.function, arguments: '{}' } };
}

function reply(answer: AssembledAnswer, finish: ChatReply['finish'], calls: readonly ToolCall[] = []): FinishedAnswer {
  const message: AssistantMessage = {
    role: 'assistant',
    content: answer.text === '' && calls.length > 0 ? null : answer.text,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(answer.reasoning === '' ? {} : { reasoning_content: answer.reasoning }),
  };
  const usage = answer.usage === undefined ? {} : { usage: answer.usage };
  return { kind: 'reply', reply: { message, finish, ...usage } };
}
