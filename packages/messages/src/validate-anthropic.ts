import type { Messages } from '@hermes-context/contract';
import { listViolations } from './validate-list.ts';
import { type Violation, violation } from './validate-violation.ts';

/**
 * Why Anthropic's Messages endpoint would refuse the request made from these messages; empty when it would not.
 * Ordered by index. The adapter is taken to merge neighbours of one role and to lift system messages out, so neither
 * is a fault here.
 */
export function validateAnthropic(messages: Messages): readonly Violation[] {
  const violations = listViolations(messages, 'anthropic');
  const first = messages.findIndex((message) => message.role !== 'system');
  if (first === -1 || messages[first]?.role === 'user') return violations;
  const at = violations.findIndex(({ index }) => index > first);
  return violations.toSpliced(at === -1 ? violations.length : at, 0, violation(first, 'first-not-user'));
}
