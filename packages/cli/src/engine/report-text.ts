import type { Messages } from '@hermes-context/contract';
import { truncateMiddle } from '@hermes-context/messages';

/** Width that a report keeps to where words allow it. */
const COLUMNS = 80;

/** Longer strings of a conversation are shortened in the middle; `--json` has them whole. */
const MAX_STRING_CHARS = 56;

const MAX_CONVERSATION_LINES = 60;

/** Moves a cursor, or turns the direction of a line around. */
const UNSAFE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** One line without anything that moves a cursor: what plug-ins and models wrote may hold it. */
export function cleanLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
}

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

/** A conversation as JSON that a person can read: long texts shortened, a long list cut. */
export function conversationLines(messages: Messages): readonly string[] {
  const shorten = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? truncateMiddle(value, { maxChars: MAX_STRING_CHARS, marker: omission }) : value;
  const lines = JSON.stringify(messages, shorten, 1).split('\n');
  const shown = lines.slice(0, MAX_CONVERSATION_LINES).map((line) => `    ${line.replace(UNSAFE, '?')}`);
  const rest = lines.length - shown.length;
  return rest === 0
    ? shown
    : [...shown, `    … ${rest} more lines of ${messages.length} messages; --json has them all`];
}

function omission(chars: number): string {
  return ` [… ${chars} characters …] `;
}
