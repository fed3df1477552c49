import type { Message, Messages } from '@hermes-context/contract';
import { contentText, isTextPart, toolCallsOf } from '@hermes-context/messages';

const WHOLE_MAX_CHARS = 2_000;
const EXCERPT_CHARS = 60;

/** A list for a failure message: whole as JSON when it is short, else a line for each message. */
export function outlineMessages(messages: Messages): string {
  const json = JSON.stringify(messages, undefined, 2);
  return json.length <= WHOLE_MAX_CHARS ? json : messages.map(outline).join('\n');
}

function outline(message: Message, index: number): string {
  const text = contentText(message.content);
  const excerpt = JSON.stringify(text.slice(0, EXCERPT_CHARS));
  const calls = toolCallsOf(message).map((call) => ` calls ${call.function.name} as ${JSON.stringify(call.id)}`);
  const answered = message.role === 'tool' ? ` to ${JSON.stringify(message.tool_call_id)}` : '';
  const parts = Array.isArray(message.content) ? message.content.filter((part) => !isTextPart(part)) : [];
  const others = parts.map((part) => ` and ${part.type}`).join('');
  return `[${index}] ${message.role}${answered}${calls.join()}: ${text.length} characters ${excerpt}${others}`;
}
