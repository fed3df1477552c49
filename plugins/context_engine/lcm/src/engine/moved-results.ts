import { createHash } from 'node:crypto';
import type { Message, Messages } from '@hermes-context/contract';
import { isTextPart, toolCallsOf, truncateText } from '@hermes-context/messages';
import { splitMessage } from '../store/split-message.ts';

/** Makes the outline of a long text. */
export type Explore = (text: string, tool?: string) => string;

const HANDLE = /^\[file_([0-9a-f]{12}): this result is too large/;
const HASH_DIGITS = 12;
/** No outline is longer, in UTF-16 units. */
const MOST_CHARS = 4_000;
/** An outline where many results must make room, in UTF-16 units. */
const BRIEF_CHARS = 160;
/** Names of the engine's tools begin so: what they read was asked for, and has pages of its own. */
const OWN_TOOLS = 'lcm_';

/** The end of a list from `start` on, and what it may weigh. */
export interface HeavyGroup {
  readonly start: number;
  readonly roomTokens: number;
  readonly kept: readonly number[];
}

/**
 * Results of tools that are too large for the window, by their outline: what kind of text it is, its shape, and a
 * handle under which all of it can be read. The same message gives the same object, so a prefix stays as it is.
 */
export class MovedResults {
  readonly #explore: Explore;
  readonly #countTokens: (message: Message) => number;
  #seen = new WeakMap<Message, Message>();
  #limit: number;

  constructor(limit: number, countTokens: (message: Message) => number, explore: Explore) {
    this.#limit = limit;
    this.#countTokens = countTokens;
    this.#explore = explore;
  }

  /** From how many tokens on a result is too large. */
  set limit(tokens: number) {
    if (tokens !== this.#limit) this.#seen = new WeakMap();
    this.#limit = tokens;
  }

  /** The list with large results by their outline; the same array where there is none. Those at `kept` stay. */
  show(messages: Messages, kept: readonly number[] = []): Messages {
    const isKept = new Set(kept);
    const own = ownCallsIn(messages);
    let hasChanged = false;
    const shown = messages.map((message, index) => {
      const view = isKept.has(index) || own.has(callIdOf(message)) ? message : this.#view(message);
      hasChanged ||= view !== message;
      return view;
    });
    return hasChanged ? shown : messages;
  }

  /**
   * The same, for a group that is too heavy as a whole: its largest results by their outline, one after the other, until
   * all of it has at most `roomTokens`, or no result is left. Those at `kept` stay.
   */
  fit(messages: Messages, { start, roomTokens, kept }: HeavyGroup): Messages {
    const sizes = messages.map((message, index) => (index < start ? 0 : this.#countTokens(message)));
    let tokens = sizes.reduce((sum, size) => sum + size, 0);
    if (tokens <= roomTokens) return messages;
    const [isKept, own, shown] = [new Set(kept), ownCallsIn(messages.slice(start)), [...messages]];
    const largestFirst = [...sizes.keys()].filter((index) => index >= start).toSorted(byFalling(sizes));
    for (const index of largestFirst) {
      const message = messages[index];
      if (tokens <= roomTokens) break;
      if (message === undefined || isKept.has(index) || own.has(callIdOf(message)) || !canMove(message)) continue;
      const moved = this.#moved(message, BRIEF_CHARS);
      tokens -= this.#countTokens(message) - this.#countTokens(moved);
      shown[index] = moved;
    }
    return shown.every((message, index) => message === messages[index]) ? messages : shown;
  }

  #view(message: Message): Message {
    const known = this.#seen.get(message);
    if (known !== undefined) return known;
    const view = this.#isLarge(message) ? this.#moved(message) : message;
    this.#seen.set(message, view);
    return view;
  }

  #isLarge(message: Message): boolean {
    return canMove(message) && this.#countTokens(message) > this.#limit;
  }

  #moved(message: Message, noteChars = MOST_CHARS): Message {
    const { text } = splitMessage(message, undefined); // as the log has it
    const handle = handleOf(text);
    const note = truncateText(this.#explore(text, message.name), noteChars);
    const content = `[${handle}: this result is too large for the window; its outline follows. lcm_expand id="${handle}" reads it, lcm_grep finds words in it.]\n${note}`;
    const moved: Message = { ...message, role: 'tool', tool_call_id: callIdOf(message), content };
    return this.#countTokens(moved) < this.#countTokens(message) ? moved : message;
  }
}

function canMove(message: Message): boolean {
  return message.role === 'tool' && isText(message.content) && movedHash(message) === undefined;
}

function byFalling(sizes: readonly number[]): (one: number, other: number) => number {
  return (one, other) => (sizes[other] ?? 0) - (sizes[one] ?? 0) || one - other;
}

/** Name of a text: `file_` and the first 12 hexadecimal digits of the SHA-256 of its UTF-8. */
function handleOf(text: string): string {
  return `file_${createHash('sha256').update(text.toWellFormed()).digest('hex').slice(0, HASH_DIGITS)}`;
}

/** Of a result that is shown by its outline: the hash in its handle. Nothing for any other message. */
export function movedHash(message: Message): string | undefined {
  if (message.role !== 'tool' || typeof message.content !== 'string' || message.content.length > MOST_CHARS)
    return undefined;
  return HANDLE.exec(message.content)?.[1];
}

function isText(content: Message['content']): boolean {
  return typeof content === 'string' || (Array.isArray(content) && content.every(isTextPart));
}

function ownCallsIn(messages: Messages): ReadonlySet<string> {
  const calls = messages.flatMap((message) => toolCallsOf(message));
  return new Set(calls.flatMap(({ id, function: { name } }) => (name.startsWith(OWN_TOOLS) ? [id] : [])));
}

function callIdOf(message: Message): string {
  return message.role === 'tool' ? message.tool_call_id : '';
}
