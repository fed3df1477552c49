import type { Messages } from '@hermes-context/contract';
import { contentText } from './content.ts';
import { COMPACTION_NOTE } from './summary-text.ts';

/**
 * The list with the note on its system prompt, or the same list where it is there already or there is no prompt.
 *
 * The note belongs to the first compaction: once it is there, the system prompt stays the same, and cached,
 * ever after (S-057). Added before anything is measured, so that a later pass weighs the same prompt as this one.
 */
export function noteCompaction(messages: Messages): Messages {
  const system = messages[0];
  if (system?.role !== 'system' || contentText(system.content).includes(COMPACTION_NOTE)) return messages;
  const { content } = system;
  if (content === null || typeof content === 'string') {
    const noted = content === null || content === '' ? COMPACTION_NOTE : `${content}\n\n${COMPACTION_NOTE}`;
    return [{ ...system, content: noted }, ...messages.slice(1)];
  }
  return [{ ...system, content: [...content, { type: 'text', text: COMPACTION_NOTE }] }, ...messages.slice(1)];
}
