import type { Messages } from '@hermes-context/contract';
import { listViolations } from './validate-list.ts';
import type { Violation } from './validate-violation.ts';

/**
 * Why OpenAI's chat endpoint, or one that follows it, would refuse a request with these messages; empty when it would not.
 * Ordered by index. Judges the list as it is; side data under `_context` is taken to be stripped.
 */
export function validateOpenAiChat(messages: Messages): readonly Violation[] {
  return listViolations(messages, 'openai');
}
