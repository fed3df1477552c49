import type { Messages, ToolMessage } from '@hermes-context/contract';
import { unansweredCalls } from '@hermes-context/messages';
import { openCallMessages } from '../compaction/open-calls.ts';

/** What a call gets for a result when nobody will ever answer it. */
const INTERRUPTED =
  'This call was interrupted before it answered: it may or may not have had its effect. Check before you repeat it.';

/**
 * Results for the calls at the end of a list that were never answered, as after a crash: without them no provider takes
 * the conversation any more. Empty when all is answered.
 */
export function settleOpenCalls(messages: Messages, text: string = INTERRUPTED): readonly ToolMessage[] {
  return unansweredCalls(openCallMessages(messages)).map(({ call }) => ({
    role: 'tool',
    tool_call_id: call.id,
    content: text,
    _context: { mark: { kind: 'repair' } },
  }));
}
