import type { Messages } from '@hermes-context/contract';
import { validateAlternation } from './validate-alternation.ts';
import { byIndex } from './validate-list.ts';
import { pairViolations } from './validate-pairs.ts';
import { type Violation, violation } from './validate-violation.ts';

/**
 * Where a list breaks the rules of Mistral's chat templates and endpoint: those of {@link validateAlternation}, each call
 * answered directly behind its message, an answer of the assistant between a result and the next user message, and
 * something to answer at the end. Ordered by index. Judges roles and pairs; contents are as for the chat endpoint. The
 * adapter is taken to give calls ids of nine letters and digits.
 *
 * Source: "After the optional system message, conversation roles must alternate" (vllm-project/vllm 6862), "Unexpected
 * role 'user' after role 'tool'" and "Unexpected role 'tool' after role 'user'" (charmbracelet/crush 279), "Expected last
 * role User or Tool" (0xPlaygrounds/rig 1130), read 2026-12-02.
 */
export function validateMistral(messages: Messages): readonly Violation[] {
  const afterResult = messages.flatMap((message, index) =>
    message.role === 'user' && messages[index - 1]?.role === 'tool' ? [violation(index, 'user-after-result')] : [],
  );
  const isAnswered = messages.at(-1)?.role === 'assistant';
  return [
    ...validateAlternation(messages),
    ...pairViolations(messages),
    ...afterResult,
    ...(isAnswered ? [violation(messages.length - 1, 'last-is-assistant')] : []),
  ].sort(byIndex);
}
