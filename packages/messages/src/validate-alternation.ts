import type { Message, Messages } from '@hermes-context/contract';
import { toolCallsOf } from './content.ts';
import { type Violation, type ViolationRule, violation } from './validate-violation.ts';

type VisibleRole = 'user' | 'assistant';

/**
 * Where a list breaks the rule of strict chat templates of local models: a system message only in front, then user and
 * assistant in turn, the user first. Such templates do not see tool messages and assistant messages with calls.
 */
export function validateAlternation(messages: Messages): readonly Violation[] {
  const violations: Violation[] = [];
  let previousRole: VisibleRole | undefined;
  for (const [index, message] of messages.entries()) {
    if (message.role === 'system' && index > 0) violations.push(violation(index, 'system-not-first'));
    const role = visibleRole(message);
    if (role === undefined) continue;
    // In front of the first message stands, as it were, the assistant: only the user may begin.
    if (role === (previousRole ?? 'assistant')) violations.push(violation(index, ruleBroken(previousRole)));
    previousRole = role;
  }
  return violations;
}

function ruleBroken(previousRole: VisibleRole | undefined): ViolationRule {
  return previousRole === undefined ? 'first-not-user' : 'roles-not-alternating';
}

/** The role that a strict template sees; `undefined` where it sees nothing. */
function visibleRole(message: Message): VisibleRole | undefined {
  if (message.role === 'user') return 'user';
  return message.role === 'assistant' && toolCallsOf(message).length === 0 ? 'assistant' : undefined;
}
