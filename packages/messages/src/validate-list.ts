import type { Messages } from '@hermes-context/contract';
import { contentFaults } from './validate-content.ts';
import { callIdViolations, pairViolations } from './validate-pairs.ts';
import { type Provider, type Violation, violation } from './validate-violation.ts';

/** What every provider asks of a list, in the words of one: messages by themselves, pairs, ids, a user. By index. */
export function listViolations(messages: Messages, provider: Provider): readonly Violation[] {
  const hasUser = messages.some((message) => message.role === 'user');
  return [
    ...(hasUser ? [] : [violation(0, 'user-missing')]),
    ...messages.flatMap((message, index) => contentFaults(message, provider).map((rule) => violation(index, rule))),
    ...pairViolations(messages),
    ...callIdViolations(messages, provider),
  ].sort(byIndex);
}

/** The order in which every validator reports. */
export function byIndex(left: Violation, right: Violation): number {
  return left.index - right.index;
}

/** The violation of a conversation that, behind its system messages, does not begin with the user; none where it does. */
export function openingViolations(messages: Messages): readonly Violation[] {
  const first = messages.findIndex((message) => message.role !== 'system');
  return first === -1 || messages[first]?.role === 'user' ? [] : [violation(first, 'first-not-user')];
}
