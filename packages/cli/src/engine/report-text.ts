import type { Message, Messages } from '@hermes-context/contract';
import { contentText, isTextPart, toolCallsOf, truncateMiddle, truncateText } from '@hermes-context/messages';
import { fitText } from '../terminal/display-width.ts';

/** Width that a report keeps to where words allow it. */
const COLUMNS = 80;

/** Longer strings of a conversation are shortened in the middle; `--json` has them whole. */
const MAX_STRING_CHARS = 56;

const MAX_LINES = 40;
const INDENT_CHARS = 4;

/** Moves a cursor, or turns the direction of a line around. */
const UNSAFE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A text as lines of at most 80 characters less the indent; a longer word stands alone. */
export function wrapText(text: string, indent: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && longer.length > COLUMNS - indent) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

/** A conversation that a person can read: as JSON with long texts shortened, or a line a message where that is too long. */
export function conversationLines(messages: Messages): readonly string[] {
  const shorten = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? truncateMiddle(value, { maxChars: MAX_STRING_CHARS, marker: omission }) : value;
  const json = JSON.stringify(messages, shorten, 1).split('\n');
  const lines = json.length <= MAX_LINES ? json : outline(messages);
  return lines.map((line) => `    ${line.replace(UNSAFE, '?')}`);
}

function outline(messages: Messages): readonly string[] {
  const lines = messages.slice(0, MAX_LINES).map((message, index) => {
    const words = [`${index}`.padStart(3), message.role.padEnd(9), ...toolWords(message), ...textWords(message)];
    return fitText(words.join(' '), COLUMNS - INDENT_CHARS);
  });
  const rest = messages.length - lines.length;
  return [...lines, ...(rest === 0 ? [] : [`… and ${rest} more`]), 'Shortened; --json has it whole.'];
}

function toolWords(message: Message): readonly string[] {
  if (message.role === 'tool') return [`answers ${message.tool_call_id}:`];
  return toolCallsOf(message).map(({ id, function: { name } }) => `${name} as ${id}`);
}

function textWords({ content }: Message): readonly string[] {
  const parts = Array.isArray(content) ? content.filter((part) => !isTextPart(part)) : [];
  const text = contentText(content);
  const quoted = text === '' ? [] : [`${text.length} chars`, JSON.stringify(truncateText(text, COLUMNS))];
  return [...parts.map(({ type }) => type), ...quoted];
}

function omission(chars: number): string {
  return ` [… ${chars} characters …] `;
}
