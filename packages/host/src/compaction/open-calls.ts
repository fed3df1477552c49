import type { Message, Messages } from '@hermes-context/contract';
import { groupMessages, toolCallsOf, unansweredCalls } from '@hermes-context/messages';

/**
 * Messages at the end whose calls still run, or wait for an approval: no repair may answer them, and no compaction may
 * take them. Empty when all is answered.
 */
export function openCallMessages(messages: Messages): readonly Message[] {
  const newest = messages.at(-1);
  // Behind words nothing is open. Asked twice a turn, and nearly always the case: the history is not read for it.
  if (newest === undefined || (newest.role !== 'tool' && toolCallsOf(newest).length === 0)) return [];
  const last = groupMessages(messages).at(-1);
  if (last === undefined) return [];
  const group = messages.slice(last.start, last.end);
  return unansweredCalls(group).length === 0 ? [] : group;
}
