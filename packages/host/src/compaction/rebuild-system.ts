import type { Messages } from '@hermes-context/contract';
import { COMPACTION_NOTE, contentText, isSummary } from '@hermes-context/messages';

/**
 * The list with its system prompt as it would be built today (S-070). The stored message stays the same object where
 * nothing about it has changed, so that the provider's cache of it holds.
 */
export function rebuildSystem(messages: Messages, prompt: string | undefined): Messages {
  const first = messages[0];
  if (prompt === undefined || prompt === '') return messages;
  // A summary may have the system's role, and what it says stands nowhere else.
  if (first?.role !== 'system' || isSummary(first)) return [{ role: 'system', content: prompt }, ...messages];
  const stored = contentText(first.content);
  const isNoted = stored.includes(COMPACTION_NOTE);
  const rebuilt = isNoted ? `${prompt}\n\n${COMPACTION_NOTE}` : prompt;
  if (stored === rebuilt) return messages;
  return [{ role: 'system', content: rebuilt }, ...messages.slice(1)];
}
