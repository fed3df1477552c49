import { SessionInputError } from './session-errors.ts';
import type { MessageState } from './stored-message.ts';

const SESSION_ID = /^[A-Za-z0-9._-]{1,128}$/;
/** Longer, and no table could show it. */
const MAX_TITLE_CHARS = 200;
const MAX_NAME_CHARS = 512;
const DEFAULT_TTL_MS = 60_000;
/** A crashed holder must not block a session for longer than a person would wait for it. */
const MAX_TTL_MS = 86_400_000;
const SHOWN_CHARS = 80;

/** Whether it can be the id of a session: of letters that can stand in a file's name and in a command line. */
export function isSessionId(id: unknown): id is string {
  return typeof id === 'string' && SESSION_ID.test(id);
}

/** Whether it can be the title of a session, or what a rotation makes of one: a number behind it. */
export function isTitle(title: unknown): title is string {
  return isLine(title, MAX_TITLE_CHARS + ' #999999999'.length);
}

/** Whether it can be a key, or the name of an engine. */
export function isName(name: unknown): name is string {
  return isLine(name, MAX_NAME_CHARS);
}

/** The id itself. @throws SessionInputError - For one that could not stand in a file's name or a command line. */
export function checkSessionId(id: string): string {
  if (isSessionId(id)) return id;
  throw new SessionInputError({
    what: `${shown(id)} cannot be the id of a session.`,
    why: 'An id is 1 to 128 of letters, digits, ".", "_" and "-".',
    fix: 'Leave it away, and the store mints one.',
  });
}

/** The title itself. Whether it is taken, the store knows. @throws SessionInputError - For one that no line could show. */
export function checkTitle(title: string): string {
  if (isLine(title, MAX_TITLE_CHARS)) return title;
  throw new SessionInputError({
    what: `${shown(title)} cannot be the title of a session.`,
    why: `A title is one line of 1 to ${MAX_TITLE_CHARS} characters, and more than spaces.`,
    fix: 'Give it a shorter title on one line, or none.',
  });
}

/** That a title belongs to another session. */
export function titleTaken(title: string, sessionId: string): SessionInputError {
  return new SessionInputError({
    what: `The title ${shown(title)} is taken.`,
    why: `Session ${sessionId} has it, and a title leads to one session.`,
    fix: 'Choose another title, or rename that session.',
  });
}

/** That an id belongs to a session already. */
export function sessionIdTaken(sessionId: string): SessionInputError {
  return new SessionInputError({
    what: `There is a session "${sessionId}" already.`,
    why: 'Nothing is ever written over.',
    fix: 'Leave the id away, and the store mints one.',
  });
}

/** A number that a caller may leave away. */
export interface NumberRule {
  /** What it is called where it is given, such as `limit`. */
  readonly name: string;
  readonly min?: number;
  readonly max: number;
  readonly fallback: number;
}

/** The number, or what stands for it where there is none. @throws SessionInputError - Unless it is whole and within bounds. */
export function checkNumber(value: number | undefined, { name, min = 1, max, fallback }: NumberRule): number {
  if (value === undefined) return fallback;
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new SessionInputError({
    what: `${name} is ${shown(value)}.`,
    why: `It is a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`,
    fix: `Leave it away for ${fallback.toLocaleString('en')}, or give a number within these bounds.`,
  });
}

/** The number that a cursor is. @throws SessionInputError - For a cursor that no page gave. */
export function readNumberCursor(cursor: string): number {
  if (/^[1-9]\d{0,14}$/.test(cursor)) return Number(cursor);
  throw notACursor(cursor);
}

/** That a cursor is none of this listing. */
export function notACursor(cursor: string): SessionInputError {
  return new SessionInputError({
    what: `cursor is ${shown(cursor)}.`,
    why: 'A cursor is what the page before gave as `next`; this is none.',
    fix: 'Begin with the first page, without a cursor.',
  });
}

const STATES: readonly unknown[] = ['live', 'compacted', 'hidden'] satisfies MessageState[];

/** Nothing. @throws SessionInputError - For states that no message can have. */
export function checkStates(states: readonly MessageState[] | undefined): void {
  if (states === undefined || (Array.isArray(states) && states.every((state) => STATES.includes(state)))) return;
  throw new SessionInputError({
    what: `states is ${shown(states)}.`,
    why: 'It is a list of live, compacted and hidden.',
    fix: 'Leave it away for all of them.',
  });
}

/** The id of a message, whether there is one or not. @throws SessionInputError - For what is no text. */
export function checkMessageId(id: string): string {
  if (typeof id === 'string') return id;
  throw new SessionInputError({
    what: `messageId is ${shown(id)}.`,
    why: 'It is the id of a live message: everything from there on is hidden.',
    fix: 'Give the id of a message, as load and read show it.',
  });
}

/** How long a lease is to hold, in milliseconds; 60,000 unless asked for. @throws SessionInputError - Outside 1 to a day. */
export function checkTtl(ttlMs: number | undefined): number {
  return checkNumber(ttlMs, { name: 'ttlMs', max: MAX_TTL_MS, fallback: DEFAULT_TTL_MS });
}

/**
 * The text itself: a key, a holder, an engine's name.
 *
 * @param name - What it is called where it is given.
 * @throws SessionInputError - For one that no line could show, or that no database could give back as it was.
 */
export function checkName(name: string, text: string): string {
  if (isName(text)) return text;
  throw new SessionInputError({
    what: `${name} is ${shown(text)}.`,
    why: `It is one line of 1 to ${MAX_NAME_CHARS} characters.`,
    fix: 'Give a short text of ordinary characters.',
  });
}

/** A value of the host's as JSON. @throws SessionInputError - For one that JSON cannot hold. */
export function checkJson(name: string, value: unknown): string {
  const text = textOf(name, value);
  if (text !== undefined) return text;
  throw notJson(name);
}

function textOf(name: string, value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw notJson(name, cause);
  }
}

function notJson(name: string, cause?: unknown): SessionInputError {
  return new SessionInputError({
    what: `JSON cannot hold ${name}.`,
    why: 'It is a function, holds itself or a bigint, or has too many levels; a store keeps values of JSON.',
    fix: 'Give objects, lists, texts, numbers, booleans and null.',
    cause,
  });
}

function isLine(text: unknown, maxChars: number): text is string {
  // A lone half of a pair would come back from a database as another character.
  return (
    typeof text === 'string' &&
    text.length <= maxChars &&
    /^[^\p{Cc}\u2028\u2029]+$/u.test(text) &&
    text.trim() !== '' &&
    text.isWellFormed()
  );
}

/** A value as one line of an error can show it: its beginning. */
export function shown(value: unknown): string {
  const text = jsonOr(value);
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}

function jsonOr(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return typeof value === 'bigint' ? `${value}n` : 'what JSON cannot hold';
  }
}
