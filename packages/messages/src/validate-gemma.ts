import type { Message, Messages } from '@hermes-context/contract';
import { type Violation, type ViolationRule, violation } from './validate-violation.ts';

/** Who speaks: the model, or everybody else. */
type Side = 'model' | 'others';

/**
 * Where a list breaks the rule of the strictest chat templates, those of Gemma and Llama 2, which know two roles and let
 * them take turns, the user first. Ordered by index. The adapter is taken to fold a system message in front into the
 * first user message, to write calls into the text of their message, and to make one user message of the results of one
 * message. So calls count here, unlike in {@link validateAlternation}, and nothing else is merged.
 *
 * Source: "Conversation roles must alternate user/assistant/user/assistant/...", raised in `chat_template` of both
 * families' tokenizer configs, read 2026-12-02.
 */
export function validateGemma(messages: Messages): readonly Violation[] {
  const violations: Violation[] = [];
  let previous: Message | undefined;
  for (const [index, message] of messages.entries()) {
    if (message.role === 'system') {
      if (index > 0) violations.push(violation(index, 'system-not-first'));
      continue;
    }
    const rule = turnFault(message, previous);
    if (rule !== undefined) violations.push(violation(index, rule));
    previous = message;
  }
  return violations;
}

function turnFault(message: Message, previous: Message | undefined): ViolationRule | undefined {
  if (previous === undefined) return message.role === 'user' ? undefined : 'first-not-user';
  if (message.role === 'tool' && previous.role === 'tool') return undefined;
  return sideOf(message) === sideOf(previous) ? 'turns-not-alternating' : undefined;
}

function sideOf(message: Message): Side {
  return message.role === 'assistant' ? 'model' : 'others';
}
