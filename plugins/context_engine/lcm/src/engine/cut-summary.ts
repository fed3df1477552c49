import type { Message, Messages } from '@hermes-context/contract';
import { contentText, redactSecrets, toolCallsOf, truncateText } from '@hermes-context/messages';

/** Most of one message, and least, in characters. */
const MOST_CHARS = 240;
const LEAST_CHARS = 32;
/** As much of a message is looked at: a secret that is cut in half would not be known as one. */
const READ_CHARS = 4_000;

/**
 * A summary without a model: a line for each message, cut so that all of it has at most `maxTokens`. The last resort,
 * which never fails. Where there are more messages than lines, those of both ends stay and the rest is counted.
 */
export function cutSummary(messages: Messages, maxTokens: number, tokensOf: (text: string) => number): string {
  for (let chars = maxTokens * 4; chars > LEAST_CHARS; chars = Math.floor(chars / 2)) {
    const text = linesWithin(messages, chars);
    if (tokensOf(text) <= maxTokens) return text;
  }
  return `(${messages.length} messages)`;
}

function linesWithin(messages: Messages, chars: number): string {
  const perLine = Math.max(LEAST_CHARS, Math.min(MOST_CHARS, Math.floor(chars / Math.max(1, messages.length)) - 1));
  const room = Math.max(2, Math.floor(chars / (perLine + 1)));
  if (messages.length <= room) return messages.map((message) => lineOf(message, perLine)).join('\n');
  const first = Math.floor(room / 2);
  const last = room - first - 1;
  const ends = [messages.slice(0, first), messages.slice(messages.length - last)] as const;
  const left = messages.length - first - last;
  const [before, after] = ends.map((end) => end.map((message) => lineOf(message, perLine)));
  return [...(before ?? []), `(${left} more messages)`, ...(after ?? [])].join('\n');
}

function lineOf(message: Message, chars: number): string {
  const calls = toolCallsOf(message).map(({ function: { name, arguments: args } }) => `${name}(${args})`);
  const all = [contentText(message.content), ...calls].join(' ').slice(0, READ_CHARS);
  const said = redactSecrets(all).replaceAll(/\s+/g, ' ').trim();
  return truncateText(`- ${message.role}: ${said}`, chars);
}
