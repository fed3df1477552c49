import type { Messages, ToolMessage } from '@hermes-context/contract';
import { groupMessages, unansweredCalls } from '@hermes-context/messages';

/** What a call gets for a result when nobody will ever answer it. */
const INTERRUPTED =
  'This call was interrupted before it answered: it may or may not have had its effect. Check before you repeat it.';

/**
 * Results for the calls at the end of a list that were never answered, as after a crash: without them no provider takes
 * the conversation any more. Empty when all is answered.
 */
export function settleOpenCalls(messages: Messages, text: string = INTERRUPTED): readonly ToolMessage[] {
  const last = groupMessages(messages).at(-1);
  if (last === undefined) return [];
  return unansweredCalls(messages.slice(last.start)).map(({ call }) => ({
    role: 'tool',
    tool_call_id: call.id,
    content: text,
    _context: { mark: { kind: 'repair' } },
  }));
}
