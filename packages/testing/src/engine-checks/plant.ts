import type { Message, Messages } from '@hermes-context/contract';
import { deepFreeze } from '../deep-freeze.ts';

/** A line at the beginning of what a message says; the same message where it says nothing in words. */
function withLine(message: Message, line: string): Message {
  if (typeof message.content !== 'string') return message;
  return { ...message, content: message.content === '' ? line : `${line}\n${message.content}` };
}

/** A list with lines planted into messages that `may` hold one, taken in turn. */
export function plantLines(messages: Messages, lines: readonly string[], may: (message: Message) => boolean): Messages {
  let planted = 0;
  return deepFreeze(
    messages.map((message) => {
      const line = may(message) ? lines[planted % lines.length] : undefined;
      if (line === undefined) return message;
      planted += 1;
      return withLine(message, line);
    }),
  );
}
