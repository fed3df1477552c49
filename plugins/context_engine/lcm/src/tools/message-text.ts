import type { ContentPart, Message } from '@hermes-context/contract';
import { isPicture, isTextPart } from '@hermes-context/messages';
import { readableText } from '../search/searchable-text.ts';
import type { StoredEntry } from '../store/lcm-store.ts';
import { splitMessage } from '../store/split-message.ts';
import { messageId } from './recall-id.ts';
import type { RecalledFacts } from './recalled.ts';
import { showTime } from './show-time.ts';

/** All that can be read of a stored message, well-formed: its text, its calls, a line each, its reasoning. Offsets of a search count in it. */
export function messageText({ message, hostId }: StoredEntry): string {
  const { text, rest } = splitMessage(message, hostId);
  return readableText(text, rest);
}

/** What is said of a stored message where it is quoted. */
export function messageFacts(entry: StoredEntry): RecalledFacts {
  const { isCurrent, ambiguousWith } = entry;
  return {
    id: messageId(entry.id),
    number: entry.depth,
    role: entry.role,
    tool: entry.tool,
    at: showTime(entry.at),
    ...partFacts(entry.message),
    branch: isCurrent ? undefined : 'abandoned',
    maybe_repeats: ambiguousWith === undefined ? undefined : messageId(ambiguousWith),
  };
}

function partFacts({ content }: Message): RecalledFacts {
  const parts: readonly ContentPart[] = Array.isArray(content) ? content : [];
  const objects = parts.filter((part) => typeof part === 'object' && part !== null);
  const pictures = objects.filter(isPicture).length;
  const others = objects.filter((part) => !isPicture(part) && !isTextPart(part)).length;
  return { pictures: pictures || undefined, other_parts: others || undefined };
}
