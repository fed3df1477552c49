import type { Messages } from '@hermes-context/contract';
import { byIndex, listViolations, openingViolations } from './validate-list.ts';
import type { Violation } from './validate-violation.ts';

/**
 * Why Anthropic's Messages endpoint would refuse the request made from these messages; empty when it would not.
 * Ordered by index. The adapter is taken to merge neighbours of one role and to lift system messages out, so neither
 * is a fault here.
 */
export function validateAnthropic(messages: Messages): readonly Violation[] {
  return [...listViolations(messages, 'anthropic'), ...openingViolations(messages)].sort(byIndex);
}
