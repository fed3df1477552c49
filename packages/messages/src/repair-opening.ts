import type { Message } from '@hermes-context/contract';
import type { Entry, RepairStep } from './repair-entry.ts';

/** Stands where a conversation lost its beginning. Short, and asks for nothing. */
const OPENING: Message = {
  role: 'user',
  content: '[The beginning of this conversation is not part of this transcript.]',
  _context: { mark: { kind: 'repair' } },
};

/**
 * Lets the list open on a user message, as providers and chat templates ask: one is put in front of the first message
 * that is not a system message, where that is nobody's or not the user's.
 *
 * @param length - Length of the list before the repair: the index of what stands behind its end.
 */
export function repairOpening(entries: readonly Entry[], length: number): RepairStep {
  const at = entries.findIndex((entry) => entry.message.role !== 'system');
  const first = at === -1 ? undefined : entries[at];
  if (first?.message.role === 'user') return { entries, repairs: [] };
  const index = first?.index ?? length;
  const detail = 'No user message came first; one that says so was put in.';
  return {
    entries: entries.toSpliced(at === -1 ? entries.length : at, 0, { message: OPENING, index }),
    repairs: [{ kind: 'user-message-inserted', index, detail }],
  };
}
