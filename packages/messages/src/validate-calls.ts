import type { Messages } from '@hermes-context/contract';
import { toolCallsOf } from './content.ts';
import { type Violation, violation } from './validate-violation.ts';

/** Calls of tools whose name does not match, in order. */
export function callNameViolations(messages: Messages, legal: RegExp): readonly Violation[] {
  return messages.flatMap((message, index) =>
    toolCallsOf(message).flatMap((call) => (legal.test(call.function.name) ? [] : [violation(index, 'call-name')])),
  );
}
