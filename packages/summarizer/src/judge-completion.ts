import { redactSecrets, SUMMARY_HEADER, wellFormed } from '@hermes-context/messages';
import { classifyStreamError } from './classify-failure.ts';
import { type DetailGuard, failureDetail } from './failure-detail.ts';
import { REFUSAL_MAX_CHARS, REFUSAL_WORDS } from './gate/reply-words.ts';
import { TOOL_MARKUP } from './gate/tool-markup.ts';
import type { CallFailure, ModelReply } from './model-reply.ts';
import type { Completion } from './read-completion.ts';
import { parseJson, readField } from './read-field.ts';
import { stripThinking } from './strip-thinking.ts';

/** Whether a completion is a summary; if not, what it is instead. */
export function judgeCompletion(completion: Completion, guard: DetailGuard): ModelReply {
  const usage = completion.usage === undefined ? {} : { usage: completion.usage };
  const failure = failureOf(completion, guard);
  if (failure !== undefined) return { kind: 'failed', ...failure, ...usage };
  return { kind: 'summary', text: summaryText(completion.text), ...usage };
}

function failureOf(completion: Completion, guard: DetailGuard): CallFailure | undefined {
  const { model } = guard.route;
  const fail = (failure: CallFailure['failure'], what: string, said?: string): CallFailure => ({
    failure,
    detail: failureDetail(what, said, guard),
  });
  if (completion.error !== undefined) return classifyStreamError(completion.error, guard);
  if (!completion.isCompletion) return fail('bad-response', `${model} sent something that is no completion`);
  if (completion.hasToolCalls || isToolReason(completion.finishReason)) {
    return fail('tool-call', `${model} called a tool instead of writing a summary`);
  }
  if (completion.refusal !== '') return fail('refusal', `${model} refused`, completion.refusal);
  if (completion.finishReason === 'content_filter') return fail('refusal', `A content filter stopped ${model}`);
  if (completion.finishReason === 'length')
    return fail('truncated', `${model} reached its output limit inside the summary`);
  if (completion.finishReason === undefined)
    return fail('truncated', `The answer of ${model} ended without a finish reason`);
  return failureOfText(stripThinking(completion.text), fail, model);
}

function failureOfText(
  text: string,
  fail: (failure: CallFailure['failure'], what: string, said?: string) => CallFailure,
  model: string,
): CallFailure | undefined {
  if (text === '') return fail('empty', `${model} wrote nothing`);
  const hasHeading = /^## /m.test(text);
  if (!hasHeading && isToolMarkup(text)) return fail('tool-call', `${model} wrote tool markup instead of a summary`);
  const isRefusal = !hasHeading && text.length <= REFUSAL_MAX_CHARS && REFUSAL_WORDS.test(text);
  return isRefusal ? fail('refusal', `${model} refused`, text) : undefined;
}

function isToolReason(reason: string | undefined): boolean {
  return reason === 'tool_calls' || reason === 'function_call';
}

function isToolMarkup(text: string): boolean {
  if (TOOL_MARKUP.test(text)) return true;
  const call = parseJson(text.replace(/^```\w*\n/, '').replace(/\n```$/, ''));
  return (
    readField(call, 'name') !== undefined &&
    (readField(call, 'arguments') ?? readField(call, 'parameters')) !== undefined
  );
}

/** The reply as it may be stored: no thinking, no fence around the whole, secrets masked, no marker of ours inside. */
function summaryText(reply: string): string {
  const text = stripThinking(wellFormed(reply));
  const fenced = /^```(?:markdown|md)?\n/.exec(text)?.[0];
  const bare = fenced !== undefined && text.endsWith('\n```') ? text.slice(fenced.length, -'\n```'.length) : text;
  return redactSecrets(bare.replaceAll(SUMMARY_HEADER, '(context compaction)')).trim();
}
