import type { Message } from '@hermes-context/contract';
import { contentText } from '@hermes-context/messages';
import { callsIn, nameIn } from './calls-in.ts';

/** Pictures and files as text: nobody looks for words in them. Shorter ones may be examples that somebody wrote. */
const DATA_URL = /(data:[\w.+-]*\/?[\w.+;=-]*;base64,)[A-Za-z0-9+/_=-]{64,}/g;

/**
 * What a search looks through: the message's text, its visible reasoning, and of its calls the names and what the
 * arguments say, line by line. The bytes of `data:` URLs are left out. Total: of what is no message, what can be read.
 */
export function searchableText(message: Message): string {
  const reasoning: unknown = 'reasoning_content' in message ? message.reasoning_content : undefined;
  const parts = [contentText(message.content)];
  if (typeof reasoning === 'string') parts.push(reasoning);
  for (const call of callsIn(message)) parts.push(call.name, argumentsText(call.arguments));
  const text = parts.filter((part) => part !== '').join('\n');
  return text.includes(';base64,') ? text.replaceAll(DATA_URL, '$1…') : text;
}

/** Names of the tools that a message itself tells: those it calls, or that of a result that carries one. */
export function toolNamesOf(message: Message): readonly string[] {
  if (message.role !== 'tool') return [...new Set(callsIn(message).map(({ name }) => name))];
  const name = nameIn(message);
  return name === undefined ? [] : [name];
}

/** Keys and values of a call, so that the escapes of JSON do not stick to words; the text itself if it is no JSON. */
function argumentsText(source: string): string {
  const values: string[] = [];
  try {
    collect(JSON.parse(source), values);
  } catch {
    // Models write broken JSON, and nest it deeper than a stack: it is found as it was written.
    return source;
  }
  return values.join('\n');
}

function collect(value: unknown, values: string[]): void {
  if (typeof value !== 'object') {
    values.push(String(value));
    return;
  }
  if (value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (!Array.isArray(value)) values.push(key);
    collect(item, values);
  }
}
