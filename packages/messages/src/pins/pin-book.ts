import type { Message, Messages } from '@hermes-context/contract';
import { classifyMessage, isRealUser, isSummary } from '../classify.ts';
import { isHostText } from '../classify-host-text.ts';
import { contentText, partsOf, partText } from '../content.ts';
import { redactSecrets } from '../redact-secrets.ts';
import { askedLeave } from './approval-words.ts';
import { collapse, type Pin, type PinKind, pinIdOf } from './pin.ts';
import { readSaid, type Saying } from './read-said.ts';
import { isAbout } from './revocation.ts';

/** The pins of a conversation, and what is known about pins that are none any more. JSON. */
export interface PinBook {
  /** In the order in which they were said last, oldest first. */
  readonly pins: readonly Pin[];
  /** Ids of pins that were removed by hand: they stay removed, however often they are said. */
  readonly removed: readonly string[];
  /** Ids of pins that the user took back or replaced. */
  readonly superseded: readonly string[];
  /** Whether the first request has been looked for: there is only one. */
  readonly isBegun: boolean;
  /** Through which message of which session the conversation was read. */
  readonly readThrough?: { readonly sessionId: string; readonly sequence: number };
}

/** Nothing was said yet. */
export const EMPTY_PIN_BOOK: PinBook = { pins: [], removed: [], superseded: [], isBegun: false };

/** Pins that are found by themselves, at most; the oldest go first, goals last. Those set by hand come on top. */
const MAX_FOUND_PINS = 200;
/** Marks of what was taken back, at most: the newest. */
const MAX_MARKS = 1_000;
const QUESTION_MAX_CHARS = 200;

/**
 * The book with what a conversation says since it was read last. Only a real user's own words are read: nothing that a
 * host, a tool or a model says, no summary, nothing quoted. Messages with ids of the store are read once each; a list of
 * another session is taken for a copy, in which nothing that was taken back comes to life again. Pure, linear.
 */
export function readPins(book: PinBook, { sessionId, messages }: PinSource): PinBook {
  const reader = new BookReader(book, sessionId);
  for (const [index, message] of messages.entries())
    reader.read(message, messages.slice(Math.max(0, index - 1), index));
  return reader.book();
}

/** A conversation to read. */
export interface PinSource {
  /** Absent: the messages carry no ids of a store. */
  readonly sessionId?: string;
  readonly messages: Messages;
}

/** What is to be pinned by hand. */
export interface PinWish {
  readonly text: string;
  readonly kind: PinKind;
}

/** The book with a pin set by hand, one that was removed included. The same text again takes the new kind. */
export function addPin(book: PinBook, { text, kind }: PinWish): { readonly book: PinBook; readonly pin: Pin } {
  const clean = redactSecrets(text).trim();
  const pin: Pin = { id: pinIdOf(clean), kind, origin: kind === 'host' ? 'host' : 'user', text: clean, isManual: true };
  const without = (ids: readonly string[]): readonly string[] => ids.filter((id) => id !== pin.id);
  const pins = [...book.pins.filter(({ id }) => id !== pin.id), pin];
  return { book: { ...book, pins, removed: without(book.removed), superseded: without(book.superseded) }, pin };
}

/** The book without a pin, which stays away from now on; absent where there is no pin of this id. */
export function removePin(book: PinBook, id: string): { readonly book: PinBook; readonly pin: Pin } | undefined {
  const pin = book.pins.find((each) => each.id === id);
  if (pin === undefined) return undefined;
  const pins = book.pins.filter((each) => each !== pin).map((each) => withoutWords(each, pin));
  return { book: { ...book, pins, removed: [...book.removed, id].slice(-MAX_MARKS) }, pin };
}

/** The same book for the session that a rotation has made of this one, whose first `count` messages were read. */
export function followRotation(book: PinBook, sessionId: string, count: number): PinBook {
  return { ...book, readThrough: { sessionId, sequence: count } };
}

class BookReader {
  readonly #before: PinBook;
  readonly #sessionId: string | undefined;
  /** Whether the list is a copy of what was read already, as far as can be known. */
  readonly #isCopy: boolean;
  readonly #pins: Map<string, Pin>;
  readonly #removed: ReadonlySet<string>;
  readonly #superseded: Set<string>;
  #isBegun: boolean;
  #sequence: number;
  #hasChanged = false;

  constructor(book: PinBook, sessionId: string | undefined) {
    this.#before = book;
    this.#sessionId = sessionId;
    const { readThrough } = book;
    this.#isCopy = readThrough !== undefined && sessionId !== undefined && readThrough.sessionId !== sessionId;
    this.#pins = new Map(book.pins.map((pin) => [pin.id, pin]));
    this.#removed = new Set(book.removed);
    this.#superseded = new Set(book.superseded);
    this.#isBegun = book.isBegun;
    this.#sequence = readThrough?.sessionId === sessionId ? (readThrough?.sequence ?? 0) : 0;
  }

  read(message: Message, before: Messages): void {
    const sequence = this.#sequenceOf(message);
    if (sequence !== undefined && sequence <= this.#sequence) return;
    if (sequence !== undefined) this.#sequence = sequence;
    if (isSummary(message))
      this.#begin(); // the first request is in it, if anywhere
    else if (isRealUser(message)) this.#readUser(message, before.at(-1));
  }

  book(): PinBook {
    const { readThrough } = this.#before;
    const isFurther =
      this.#sessionId !== undefined && this.#sequence !== (this.#isCopy ? 0 : (readThrough?.sequence ?? 0));
    if (!this.#hasChanged && !isFurther) return this.#before;
    return {
      ...this.#before,
      pins: bounded([...this.#pins.values()]),
      superseded: [...this.#superseded].slice(-MAX_MARKS),
      isBegun: this.#isBegun,
      ...(isFurther && this.#sessionId !== undefined
        ? { readThrough: { sessionId: this.#sessionId, sequence: this.#sequence } }
        : {}),
    };
  }

  #readUser(message: Message, before: Message | undefined): void {
    const question = questionIn(before);
    for (const text of textsOf(message)) {
      const { request, sayings } = readSaid(text, question !== undefined);
      const first = this.#isBegun ? undefined : request;
      if (first !== undefined) {
        this.#set({ kind: 'goal', text: first }, message);
        this.#begin();
      }
      // A goal that the first request names is part of that pin already.
      const further = sayings.filter(({ type, text: words }) => type !== 'goal' || first?.includes(words) !== true);
      for (const saying of further) this.#take(saying, message, question);
    }
  }

  #take(saying: Saying, message: Message, question: string | undefined): void {
    switch (saying.type) {
      case 'goal':
        if (saying.isNew && !this.#isCopy) this.#supersedeGoals(saying.text);
        this.#set({ kind: 'goal', text: saying.text }, message);
        break;
      case 'constraint':
        this.#set({ kind: 'constraint', text: saying.text }, message);
        break;
      case 'approval':
        this.#set({ kind: 'approval', text: saying.text, ...(question === undefined ? {} : { question }) }, message);
        break;
      case 'revocation':
        this.#revoke(saying, message);
        break;
    }
  }

  /** What is taken back with certainty goes; else both stand, for the reader to weigh. */
  #revoke({ text, topic, isReplacement }: Extract<Saying, { type: 'revocation' }>, message: Message): void {
    if (this.#isCopy) return;
    const meant = [...this.#pins.values()].filter(
      (pin) => isFound(pin) && pin.kind !== 'goal' && pin.text !== text && isAbout(pin.text, topic),
    );
    const [only] = meant;
    if (only !== undefined && meant.length === 1) this.#drop(only);
    if (isReplacement ? meant.length > 0 : meant.length !== 1) this.#set({ kind: 'constraint', text }, message);
  }

  #supersedeGoals(text: string): void {
    const id = pinIdOf(text);
    for (const pin of this.#pins.values()) if (pin.kind === 'goal' && isFound(pin) && pin.id !== id) this.#drop(pin);
  }

  #set({ kind, text, question }: Pick<Pin, 'kind' | 'text' | 'question'>, message: Message): void {
    // A plain yes is worth nothing without what it answers, and there are many of them.
    const id = pinIdOf(question === undefined ? text : `${question}\n${text}`);
    const known = this.#pins.get(id);
    if (this.#removed.has(id) || (known !== undefined && !isFound(known))) return;
    if (this.#isCopy && (known !== undefined || this.#superseded.has(id))) return;
    this.#hasChanged = true;
    this.#superseded.delete(id);
    this.#pins.delete(id);
    const messageId = message._context?.id;
    const place = messageId === undefined ? {} : { messageId };
    this.#pins.set(id, { id, kind, origin: 'user', ...place, text, ...(question === undefined ? {} : { question }) });
  }

  #drop(pin: Pin): void {
    this.#hasChanged = true;
    this.#pins.delete(pin.id);
    this.#superseded.add(pin.id);
    for (const each of this.#pins.values()) this.#pins.set(each.id, withoutWords(each, pin));
  }

  #begin(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    this.#hasChanged = true;
  }

  #sequenceOf(message: Message): number | undefined {
    const id = message._context?.id;
    if (this.#sessionId === undefined || id?.startsWith(`${this.#sessionId}:`) !== true) return undefined;
    const sequence = Number(id.slice(this.#sessionId.length + 1));
    return Number.isSafeInteger(sequence) ? sequence : undefined;
  }
}

/** Whether a pin was found in what was said, and not set by hand. */
function isFound({ isManual }: Pin): boolean {
  return isManual !== true;
}

/** A goal without a rule that holds no more: the first request often states rules too. */
function withoutWords(pin: Pin, dropped: Pin): Pin {
  if (pin.kind !== 'goal' || !isFound(pin) || !pin.text.includes(dropped.text)) return pin;
  return { ...pin, text: pin.text.replaceAll(dropped.text, () => OMITTED) };
}

const OMITTED = '[…]';

function questionIn(before: Message | undefined): string | undefined {
  if (before === undefined || !classifyMessage(before).startsWith('assistant')) return undefined;
  const asked = askedLeave(contentText(before.content));
  return asked === undefined ? undefined : collapse(redactSecrets(asked)).slice(0, QUESTION_MAX_CHARS).toWellFormed();
}

/** The texts of a message that a person may have typed. */
function textsOf({ content }: Message): readonly string[] {
  if (typeof content === 'string') return [content];
  return partsOf(content).flatMap((part) => {
    const text = partText(part);
    return text === undefined || isHostText(text) ? [] : [text];
  });
}

function bounded(pins: readonly Pin[]): readonly Pin[] {
  let excess = pins.filter(isFound).length - MAX_FOUND_PINS;
  if (excess <= 0) return pins;
  return pins.filter((pin) => {
    if (excess <= 0 || !isFound(pin) || pin.kind === 'goal') return true;
    excess -= 1;
    return false;
  });
}
