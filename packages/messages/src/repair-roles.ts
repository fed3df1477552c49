import type { Message, MessageMark } from '@hermes-context/contract';
import type { Mended } from './repair-entry.ts';

const ROLES: ReadonlySet<string> = new Set(['system', 'user', 'assistant', 'tool']);

/** Roles of other dialects whose meaning is known. */
const KNOWN_ROLES: ReadonlyMap<string, 'system' | 'user' | 'assistant'> = new Map([
  ['developer', 'system'],
  ['human', 'user'],
  ['ai', 'assistant'],
  ['model', 'assistant'],
]);

/**
 * Puts a message of a role that providers do not know under one that they do.
 *
 * A result of the old `function` role cannot be paired without an id. It becomes a user message marked as synthetic,
 * as does a message of a role nobody knows: what a tool said must not pass for a person's words.
 */
export function mendRole(message: Message): Mended | undefined {
  if (ROLES.has(message.role)) return undefined;
  const mended = withKnownRole(message);
  const detail = `A message of a role that providers do not know is now under "${mended.role}".`;
  return { message: mended, findings: [{ kind: 'role-converted', detail }] };
}

function withKnownRole(message: Message): Message {
  const role: string = message.role;
  const known = KNOWN_ROLES.get(role);
  if (known !== undefined) return { ...message, role: known };
  const callId: unknown = 'tool_call_id' in message ? message.tool_call_id : undefined;
  if (role === 'function' && typeof callId === 'string') return { ...message, role: 'tool', tool_call_id: callId };
  const mark: MessageMark = { kind: 'synthetic', origin: role };
  return { ...message, role: 'user', _context: { ...message._context, mark } };
}
