import { createHash } from 'node:crypto';
import type { ContentPart, Message } from '@hermes-context/contract';

const HASH_BYTES = 16;

/** The first 16 bytes of the SHA-256 of a text. */
export function shortHash(text: string | Uint8Array): Uint8Array {
  return createHash('sha256').update(text).digest().subarray(0, HASH_BYTES);
}

/**
 * What makes a message the same as another one where the host gives no ids: its role, content, calls and the call that
 * it answers. A content of one text part is the same as that text; the order of a part's fields makes no difference.
 */
export function identityHash(message: Message): Uint8Array {
  const calls = message.role === 'assistant' ? message.tool_calls : undefined;
  const answers = message.role === 'tool' ? message.tool_call_id : undefined;
  return shortHash(
    JSON.stringify([
      message.role,
      canonicalContent(message.content),
      calls?.map((call) => [call.id, call.function?.name, call.function?.arguments]) ?? null,
      answers ?? null,
      message.name ?? null,
    ]),
  );
}

function canonicalContent(content: Message['content'] | undefined): unknown {
  if (!Array.isArray(content)) return content ?? '';
  const [first, ...others] = content;
  const isOneText = others.length === 0 && isPlainText(first);
  return isOneText ? first.text : content.map(sorted);
}

function isPlainText(part: ContentPart | undefined): part is { type: 'text'; text: string } {
  if (typeof part !== 'object' || part === null || part.type !== 'text') return false;
  return 'text' in part && typeof part.text === 'string' && Object.keys(part).length === 2;
}

/** The same value with the keys of all its objects in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, field]): [string, unknown] => [key, sorted(field)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
