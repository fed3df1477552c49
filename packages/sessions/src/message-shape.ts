import type { Message, Messages } from '@hermes-context/contract';
import { canonicalText } from './canonical-message.ts';
import { shown } from './input-checks.ts';
import { SessionInputError } from './session-errors.ts';

/** A stack holds some thousands of levels, on a good day. Nobody's message has more than a few dozen. */
const MAX_LEVELS = 1_000;

/** A message that a store takes. */
export interface CheckedMessage {
  /** Its canonical text. */
  readonly text: string;
  /** What the text reads back as: what will be there later, whatever object it was given as. */
  readonly message: Message;
}

/** The list itself. @throws SessionInputError - For what is no list; its messages are not looked at. */
export function checkList(messages: Messages): Messages {
  if (Array.isArray(messages)) return messages;
  throw new SessionInputError({
    what: `The messages are ${shown(messages)}.`,
    why: 'They are a list, which may be empty.',
    fix: 'Give a list of messages.',
  });
}

/**
 * A message, ready to be stored. One rule for all that comes in: `role` is a text, `content` is a text, `null`, missing,
 * or a list of parts with a `type`, `tool_calls` are missing, `null`, or calls with an id, a name and arguments, and a
 * message of a tool says which call it answers. Roles and fields that nobody knows are taken as they are.
 *
 * @throws SessionInputError - For any other, which would be in the way of all who read it later.
 */
export function checkMessage(message: Message): CheckedMessage {
  const text = canonicalText(message);
  const read: Message = JSON.parse(text);
  checkShape(read, text);
  return { text, message: read };
}

/** Nothing. @throws SessionInputError - For what is no message, as in {@link checkMessage}. */
export function checkShape(message: Message, text: string): void {
  const fault = faultOf(message) ?? (isDeep(message, text) ? `It has more than ${MAX_LEVELS} levels` : undefined);
  if (fault === undefined) return;
  throw new SessionInputError({
    what: 'A message cannot be stored.',
    why: `${fault}.`,
    fix: 'Give the message in the shape of an OpenAI chat request.',
  });
}

/** What is wrong with a message, if anything is. */
function faultOf(message: Message): string | undefined {
  // What the types promise, nobody has looked at yet.
  const {
    role,
    content,
    tool_calls: calls,
    tool_call_id: answered,
  }: Readonly<Record<string, unknown>> = { ...message };
  if (typeof role !== 'string' || role === '') return `Its role is ${shown(role)}; it is a text such as "user"`;
  return (
    contentFault(content) ??
    callsFault(calls) ??
    (role === 'tool' && typeof answered !== 'string'
      ? `Its tool_call_id is ${shown(answered)}; a message of a tool names the call that it answers`
      : undefined)
  );
}

function contentFault(content: unknown): string | undefined {
  if (content === undefined || content === null || typeof content === 'string') return undefined;
  if (!Array.isArray(content)) return `Its content is ${shown(content)}; it is a text, a list of parts, or null`;
  const index = content.findIndex((part) => !isObject(part) || typeof part['type'] !== 'string');
  return index === -1 ? undefined : `content[${index}] is ${shown(content[index])}; it is an object with a type`;
}

function callsFault(calls: unknown): string | undefined {
  // Some clients write null for none.
  if (calls === undefined || calls === null) return undefined;
  if (!Array.isArray(calls)) return `Its tool_calls are ${shown(calls)}; they are a list`;
  const index = calls.findIndex((call) => !isCall(call));
  if (index === -1) return undefined;
  return `tool_calls[${index}] is ${shown(calls[index])}; it has an id, and a function with a name and arguments, all of them texts`;
}

/** Whether it is a call of a tool, with all that a result needs to find it. */
export function isCall(call: unknown): boolean {
  if (!isObject(call) || typeof call['id'] !== 'string') return false;
  const called = call['function'];
  return isObject(called) && typeof called['name'] === 'string' && typeof called['arguments'] === 'string';
}

/** Level by level, since a walk into the depth would end with the stack. */
function isDeep(message: Message, text: string): boolean {
  if (text.length <= 2 * MAX_LEVELS) return false;
  let level: readonly object[] = [message];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_LEVELS) return true;
    level = level.flatMap((holder): readonly unknown[] => Object.values(holder)).filter(isHolder);
  }
  return false;
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
