import type { Message } from '@hermes-context/contract';

/** All that is searched of a message: its text, then its calls, a line each, then the model's reasoning. */
export interface SearchableText {
  readonly text: string;
  /** Where the text proper ends, and where the calls end. */
  readonly textEnd: number;
  readonly callsEnd: number;
}

/**
 * What a search looks at; calls of the engine's own tools are blank.
 *
 * @param rest - The message without its text, as JSON, as the store has it; unknown for a role that has nothing else to show.
 */
export function searchableText(text: string, rest: string | undefined): SearchableText {
  return textWithCalls(text, rest, ({ name, line }) => (isOwnTool(name) ? ' '.repeat(line.length) : line));
}

/** The same for reading: places in one are places in the other. A search would find what was searched for before. */
export function readableText(text: string, rest: string | undefined): string {
  return textWithCalls(text, rest, ({ line }) => line).text;
}

/** Whether a tool is one of this engine's: what it says was said before, elsewhere. */
export function isOwnTool(name: string | undefined): boolean {
  return name?.startsWith('lcm_') === true;
}

interface CallLine {
  readonly name: string;
  readonly line: string;
}

function textWithCalls(text: string, rest: string | undefined, show: (call: CallLine) => string): SearchableText {
  const calls = rest?.includes('"tool_calls"') ? callLines(rest).map(show).join('\n') : '';
  const reasoning = rest?.includes('"reasoning_content"') ? reasoningOf(rest) : '';
  const withCalls = joined(text, calls);
  return { text: joined(withCalls, reasoning), textEnd: text.length, callsEnd: withCalls.length };
}

/** Which part of the message a place is in. */
export function partAt({ textEnd, callsEnd }: SearchableText, offset: number): 'text' | 'call' | 'reasoning' {
  if (offset < textEnd || (offset === 0 && textEnd === callsEnd)) return 'text';
  return offset < callsEnd ? 'call' : 'reasoning';
}

function joined(one: string, other: string): string {
  if (other === '') return one;
  return one === '' ? other : `${one}\n${other}`;
}

function callLines(rest: string): readonly CallLine[] {
  const message: Partial<Message> = JSON.parse(rest);
  if (!('tool_calls' in message) || !Array.isArray(message.tool_calls)) return [];
  return message.tool_calls.map((call) => {
    const name = call?.function?.name ?? '';
    return { name, line: `${name} ${readable(call?.function?.arguments)}` };
  });
}

/** Some providers write every letter beyond ASCII as an escape; nobody looks for those. */
function readable(written: unknown): string {
  if (typeof written !== 'string') return '';
  if (!/\\u[0-9a-fA-F]{4}/.test(written)) return written.toWellFormed();
  try {
    return JSON.stringify(JSON.parse(written)).toWellFormed();
  } catch {
    return written.toWellFormed(); // no JSON after all: searched as it stands
  }
}

function reasoningOf(rest: string): string {
  const message: Partial<Message> = JSON.parse(rest);
  const reasoning = 'reasoning_content' in message ? message.reasoning_content : undefined;
  return typeof reasoning === 'string' ? reasoning.toWellFormed() : '';
}
