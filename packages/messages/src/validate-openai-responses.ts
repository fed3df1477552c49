import type { Messages } from '@hermes-context/contract';
import { toolCallsOf } from './content.ts';
import { callNameViolations } from './validate-calls.ts';
import { contentFaults } from './validate-content.ts';
import { byIndex } from './validate-list.ts';
import { type Violation, type ViolationRule, violation } from './validate-violation.ts';

/** Source: the 400 "string does not match pattern" for `name`, reported in public issues, read 2026-12-02. */
const LEGAL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Source: the 400 "string too long. Expected a string with maximum length 64" for `call_id` (HKUDS/nanobot 1623), read 2026-12-02. */
const MAX_CALL_ID_CHARS = 64;

/**
 * Why OpenAI's Responses endpoint would refuse the request made from these messages; empty when it would not.
 * Ordered by index. The adapter is taken to make a `message` item of each text, a `function_call` item of each call and
 * a `function_call_output` of each result; contents are judged as for the chat endpoint of the same vendor.
 *
 * Unlike in chat, a result may stand anywhere behind its call, and no user message is asked for. Source: its 400s "No
 * tool call found for function call output with call_id" (vercel/ai 8216) and "No tool output found for function call"
 * (bytedance/trae-agent 245), read 2026-12-02.
 */
export function validateOpenAiResponses(messages: Messages): readonly Violation[] {
  if (messages.length === 0) return [violation(0, 'list-empty')];
  return [
    ...messages.flatMap((message, index) => contentFaults(message, 'openai').map((rule) => violation(index, rule))),
    ...itemViolations(messages),
    ...callNameViolations(messages, LEGAL_NAME),
  ].sort(byIndex);
}

/** What is wrong with call items and output items, which belong together by `call_id` alone. */
function itemViolations(messages: Messages): readonly Violation[] {
  const calls = messages.flatMap((message, index) => toolCallsOf(message).map(({ id }) => ({ id, index })));
  const results = messages.flatMap((message, index) =>
    message.role === 'tool' ? [{ id: message.tool_call_id, index }] : [],
  );
  const firstCall = new Map(calls.toReversed().map(({ id, index }) => [id, index]));
  const lastResult = new Map(results.map(({ id, index }) => [id, index]));
  return [
    ...calls.flatMap(({ id, index }) => {
      const rules = [callIdFault(id), (lastResult.get(id) ?? -1) < index ? 'call-unanswered' : undefined] as const;
      return rules.flatMap((rule) => (rule === undefined ? [] : [violation(index, rule)]));
    }),
    ...results.flatMap(({ id, index }) =>
      (firstCall.get(id) ?? index) < index ? [] : [violation(index, 'result-unasked')],
    ),
  ];
}

function callIdFault(id: string | undefined): ViolationRule | undefined {
  if (id === undefined || id === '') return 'call-id-empty';
  return id.length > MAX_CALL_ID_CHARS ? 'call-id-long' : undefined;
}
