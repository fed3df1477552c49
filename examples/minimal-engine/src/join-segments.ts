import type { Message, Messages } from '@hermes-context/contract';
import { BRIDGE_TEXT, toolCallsOf } from '@hermes-context/messages';

type Role = 'user' | 'assistant';

/** Strict chat templates want user and assistant to take turns. Some see every message, some none that is about tools. */
const VIEWS: readonly ((message: Message) => Role | undefined)[] = [
  ({ role }) => (role === 'tool' ? 'user' : roleOf(role)),
  (message) => (toolCallsOf(message).length > 0 ? undefined : roleOf(message.role)),
];

const BRIDGES: readonly (readonly Role[])[] = [[], ['assistant'], ['user']];

/**
 * Stretches of a conversation, end to end. Where one ends with the role that the next begins with, a line stands between
 * them, so that roles take turns and nobody's words are edited for it.
 */
export function joinSegments(segments: readonly Messages[]): Messages {
  let ends: readonly (Role | undefined)[] = VIEWS.map(() => undefined);
  return segments.flatMap((segment) => {
    const seen = VIEWS.map((view) => segment.flatMap((message) => view(message) ?? []));
    const clashes = (bridge: readonly Role[]): number =>
      seen.reduce((count, roles, view) => count + repeats([ends[view], ...bridge, roles[0]]), 0);
    const bridge = BRIDGES.reduce((best, next) => (clashes(next) < clashes(best) ? next : best));
    ends = seen.map((roles, view) => roles.at(-1) ?? ends[view]);
    return [...bridge.map(bridgeOf), ...segment];
  });
}

function roleOf(role: Message['role']): Role | undefined {
  return role === 'user' || role === 'assistant' ? role : undefined;
}

/** How often a role follows itself. */
function repeats(roles: readonly (Role | undefined)[]): number {
  return roles.filter((role, index) => index > 0 && role !== undefined && role === roles[index - 1]).length;
}

function bridgeOf(role: Role): Message {
  return { role, content: BRIDGE_TEXT, _context: { mark: { kind: 'bridge' } } };
}
