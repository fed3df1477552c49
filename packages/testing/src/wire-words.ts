import { isRecord } from './is-record.ts';

/** The messages of a request's body, as they came; `[]` for a body that has none. */
export function messagesOf(body: unknown): readonly Readonly<Record<string, unknown>>[] {
  const messages = isRecord(body) ? body['messages'] : undefined;
  return Array.isArray(messages) ? messages.filter(isRecord) : [];
}

/** The text of a message on the wire, whether it came as one string or in parts. */
export function textOfMessage({ content }: Readonly<Record<string, unknown>>): string {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? content.filter(isRecord) : [];
  return parts.map(({ text }) => (typeof text === 'string' ? text : '')).join('\n');
}
