import type { Message, Messages } from '@hermes-context/contract';
import { contentText, isSummary, pairToolCalls, toolCallsOf } from '@hermes-context/messages';
import { plainText } from '../terminal/plain-text.ts';

/** More than any line shows. */
const MAX_LINE_CHARS = 400;

/** Who speaks, and for a summary that it is one. */
export function speaker(message: Message): string {
  return isSummary(message) ? 'summary' : plainText(message.role);
}

/**
 * The first line with something in it, fit for a terminal; for a message that is calls alone, nothing. A picture is
 * named where there is no text.
 */
export function firstLine({ content }: Message): string {
  for (const line of contentText(content)
    .slice(0, MAX_LINE_CHARS * 20)
    .split('\n')) {
    const plain = plainText(line.slice(0, MAX_LINE_CHARS));
    if (plain !== '') return plain;
  }
  if (!Array.isArray(content) || content.length === 0) return '';
  return `(${[...new Set(content.map(({ type }) => plainText(String(type))))].join(', ')})`;
}

/** Names of the tools that each message calls or answers for, each once. A result whose call is not in the list has none. */
export function toolsOf(messages: Messages): readonly (readonly string[])[] {
  const answered = new Map<number, string>();
  for (const { call, resultIndex } of pairToolCalls(messages).calls) {
    if (resultIndex !== undefined) answered.set(resultIndex, call.function.name);
  }
  return messages.map((message, index) => {
    const names = message.role === 'tool' ? [answered.get(index) ?? message.name ?? ''] : calledBy(message);
    return [...new Set(names.map((name) => plainText(String(name))))].filter((name) => name !== '');
  });
}

function calledBy(message: Message): readonly string[] {
  return toolCallsOf(message).map((call) => call.function.name);
}
