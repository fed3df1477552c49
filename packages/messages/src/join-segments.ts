import type { Messages } from '@hermes-context/contract';
import { BRIDGE_TEXT } from './summary-text.ts';
import { firstVisibleRole, lastVisibleRole, otherRole, type TurnRole } from './template-roles.ts';

/** The role that a summary behind these messages takes, so that roles alternate: the assistant's after a user's word. */
export function roleBehind(messages: Messages): TurnRole {
  return lastVisibleRole(messages) === 'user' ? 'assistant' : 'user';
}

/**
 * Stretches of messages as one list whose roles take turns. Where two that meet have the same role, a line of the
 * opposite one stands between them, marked as a bridge: nobody's words are edited. Empty stretches are left out.
 */
export function joinSegments(segments: readonly Messages[]): Messages {
  return segments.filter(({ length }) => length > 0).reduce<Messages>(appendSegment, []);
}

function appendSegment(list: Messages, segment: Messages): Messages {
  const role = list.length === 0 ? undefined : bridgeRole(list, segment);
  const bridge: Messages =
    role === undefined ? [] : [{ role, content: BRIDGE_TEXT, _context: { mark: { kind: 'bridge' } } }];
  return [...list, ...bridge, ...segment];
}

/** The role of the line that must stand between two stretches, if one must. */
function bridgeRole(list: Messages, segment: Messages): TurnRole | undefined {
  const before = lastVisibleRole(list);
  const after = firstVisibleRole(segment);
  if (before !== undefined && before === after) return otherRole(before);
  // Neighbours of one role that a strict template does not see as such: part them where that costs no other clash.
  const neighbour = list.at(-1)?.role;
  const clash = (neighbour === 'user' || neighbour === 'assistant') && neighbour === segment[0]?.role;
  return clash && before !== otherRole(neighbour) && after !== otherRole(neighbour) ? otherRole(neighbour) : undefined;
}
