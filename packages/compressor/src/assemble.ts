import type { Message, Messages, SummaryMark } from '@hermes-context/contract';
import { BRIDGE_TEXT, formatSummary } from '@hermes-context/messages';
import { firstVisibleRole, lastVisibleRole, otherRole, type TurnRole } from './template-roles.ts';

/** What phase 4 puts together. */
export interface Parts {
  readonly head: Messages;
  /** Kept word for word behind the summary, oldest first. */
  readonly carried: Messages;
  readonly tail: Messages;
  /** The summary's text, without a header. */
  readonly summary: string;
  readonly mark: SummaryMark;
}

/**
 * Phase 4: head, summary, carried messages, tail, as one list whose roles take turns.
 *
 * The summary takes the role that is free (S-058). Where its other neighbour has that role too, a
 * line of the opposite role stands between them: neither a user's nor the model's words are edited.
 */
export function assemble({ head, carried, tail, summary, mark }: Parts): Messages {
  // After a user's message it is the assistant's turn; else the user's, and so at the very start.
  const role: TurnRole = lastVisibleRole(head) === 'user' ? 'assistant' : 'user';
  const summaryMessage: Message = {
    role,
    content: formatSummary(summary),
    _context: { mark: { kind: 'summary', summary: mark } },
  };
  const segments = [...carried.map((message) => [message]), tail];
  return segments.reduce<Messages>(appendSegment, [...head, summaryMessage]);
}

function appendSegment(list: Messages, segment: Messages): Messages {
  const role = bridgeRole(list, segment);
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
