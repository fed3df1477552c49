import { closestName } from '@hermes-context/messages';
import { plainText } from '../terminal/plain-text.ts';

/** What a person typed. Narrow on `kind`. */
export type ChatLine =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'command'; readonly name: string; readonly args: string }
  /** It looks like a command, and is none; one sentence for the person. */
  | { readonly kind: 'unknown'; readonly name: string; readonly detail: string };

/** A word behind one "/" alone: a path has more of them. */
const COMMAND = /^\/([A-Za-z][\w-]*)(?:\s+([\s\S]*))?$/;

/**
 * What a line means: a command of those that there are, or a message. A message that begins like a command is sent with a
 * space in front. Pure.
 */
export function parseInput(line: string, names: readonly string[]): ChatLine {
  if (line.trim() === '') return { kind: 'nothing' };
  const match = COMMAND.exec(line.trimEnd());
  if (match === null) return { kind: 'message', text: line.trim() };
  const name = (match[1] ?? '').toLowerCase();
  if (names.includes(name)) return { kind: 'command', name, args: (match[2] ?? '').trim() };
  const meant = closestName(name, names);
  const hint = meant === undefined ? 'See /help.' : `Did you mean /${meant}?`;
  const detail = `There is no command /${plainText(name)}. ${hint} To send it as a message, put a space in front.`;
  return { kind: 'unknown', name, detail };
}
