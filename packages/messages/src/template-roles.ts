import type { Message, Messages } from '@hermes-context/contract';
import { toolCallsOf } from './content.ts';

/** The two roles that must take turns. */
export type TurnRole = 'user' | 'assistant';

/** The role a strict chat template sees: tool messages and assistants with calls are invisible to it. */
function visibleRole(message: Message): TurnRole | undefined {
  if (message.role === 'user') return 'user';
  return message.role === 'assistant' && toolCallsOf(message).length === 0 ? 'assistant' : undefined;
}

/** The last role that a strict template sees in a list. */
export function lastVisibleRole(messages: Messages): TurnRole | undefined {
  const last = messages.findLast((message) => visibleRole(message) !== undefined);
  return last === undefined ? undefined : visibleRole(last);
}

/** The first role that a strict template sees in a list. */
export function firstVisibleRole(messages: Messages): TurnRole | undefined {
  const first = messages.find((message) => visibleRole(message) !== undefined);
  return first === undefined ? undefined : visibleRole(first);
}

/** Whose turn it is after `role`. */
export function otherRole(role: TurnRole): TurnRole {
  return role === 'user' ? 'assistant' : 'user';
}
