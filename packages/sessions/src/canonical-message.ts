import type { Message } from '@hermes-context/contract';
import { SessionInputError } from './session-errors.ts';

/**
 * What a message says, as JSON: key for key and in their order, but without the id that a store gave it. Two messages
 * of the same text are equal; an absent and an empty `_context` make no difference.
 *
 * @throws SessionInputError - For a message that JSON cannot hold.
 */
export function canonicalText(message: Message): string {
  const text = jsonTextOf(message);
  if (!text.startsWith('{')) throw refused('It is no object.');
  // Most messages have no `_context`, and need not be read again.
  if (!text.includes('"_context"')) return text;
  const parsed: unknown = JSON.parse(text);
  if (!isObject(parsed) || !Object.hasOwn(parsed, '_context')) return text;
  const { _context: context, ...bare } = parsed;
  if (!isObject(context)) throw refused(`Its _context is ${JSON.stringify(context).slice(0, 40)}, which is no object.`);
  const { id: _, ...rest } = context;
  return JSON.stringify(Object.keys(rest).length === 0 ? bare : { ...parsed, _context: rest });
}

/** The id that the message carries, if it carries one. */
export function idOf(message: Message): string | undefined {
  const id: unknown = message._context?.id;
  return typeof id === 'string' ? id : undefined;
}

/** The message that a canonical text stands for, with an id under `_context.id`: a new object with every call. */
export function withId(text: string, id: string): Message {
  const message: Message = JSON.parse(text);
  return { ...message, _context: { ...message._context, id } };
}

function jsonTextOf(message: Message): string {
  try {
    return JSON.stringify(message) ?? '';
  } catch (cause) {
    throw refused('JSON cannot hold it: it holds itself, a bigint, or too many levels.', cause);
  }
}

function refused(why: string, cause?: unknown): SessionInputError {
  return new SessionInputError({
    what: 'A message cannot be stored.',
    why,
    fix: 'Give the message in the shape of an OpenAI chat request: role, content, and values of JSON.',
    cause,
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
