import { redactSecrets, truncateText } from '@hermes-context/messages';
import { readField } from './read-field.ts';

/** Room for a foreign error's text inside one of ours: enough for a path and a sentence. */
const MAX_CAUSE_CHARS = 400;

/**
 * A foreign error as one line for a person: name and message, without control characters
 * (they could repaint a terminal), secrets masked, at most 400 characters. Never throws,
 * whatever was thrown.
 */
export function describeCause(cause: unknown): string {
  const oneLine = rawText(cause)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return truncateText(redactSecrets(oneLine), MAX_CAUSE_CHARS);
}

function rawText(cause: unknown): string {
  if (cause === null || (typeof cause !== 'object' && typeof cause !== 'function')) return String(cause);
  const message = readField(cause, 'message');
  if (typeof message !== 'string') return 'something that is not an Error was thrown';
  const name = readField(cause, 'name');
  return typeof name === 'string' && name !== 'Error' ? `${name}: ${message}` : message;
}
