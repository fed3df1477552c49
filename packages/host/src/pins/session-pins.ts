import { isDeepStrictEqual } from 'node:util';
import { InvalidOptionError } from '@hermes-context/contract';
import {
  addPin,
  followRotation,
  type Pin,
  type PinBook,
  type PinWish,
  readPins,
  removePin,
} from '@hermes-context/messages';
import type { LiveList, Receipt, Session, SessionStore } from '@hermes-context/sessions';
import { readPinBook, withPinBook } from './pin-metadata.ts';

/** Longest text that can be pinned by hand, in characters: more would fill a small window. */
export const MAX_PIN_CHARS = 2_000;

/** What pins are read from and written to. */
type PinStore = Pick<SessionStore, 'get' | 'load' | 'update'>;

/**
 * The pins of a stored session, in the order in which they were said last: those that were kept, and what its messages
 * say since. Writes nothing.
 *
 * @throws SessionNotFoundError - If there is no session of this id.
 */
export async function sessionPins(store: PinStore, sessionId: string): Promise<readonly Pin[]> {
  return (await currentBook(store, sessionId)).book.pins;
}

/**
 * Pin a text by hand. It stands in the conversation word for word from its next compaction on, secrets masked.
 *
 * @returns The pin. The same text again is the same pin, of the kind that was asked for last.
 * @throws InvalidOptionError - For a text that is empty or longer than 2,000 characters.
 */
export async function addSessionPin(store: PinStore, sessionId: string, wish: PinWish): Promise<Pin> {
  const length = wish.text.trim().length;
  if (length === 0 || length > MAX_PIN_CHARS)
    throw new InvalidOptionError({
      option: 'text',
      received: length === 0 ? wish.text : `${length} characters`,
      expected: `a text of 1 to ${MAX_PIN_CHARS.toLocaleString('en-US')} characters`,
      example: 'Never touch table legacy_ledger.',
    });
  const { session, book } = await currentBook(store, sessionId);
  const added = addPin(book, wish);
  await write(store, session, added.book);
  return added.pin;
}

/**
 * Remove a pin. One that was found in a message stays removed, however often it is said; `addSessionPin` brings it back.
 *
 * @returns What was removed; `undefined` if there is no pin of this id.
 */
export async function removeSessionPin(store: PinStore, sessionId: string, id: string): Promise<Pin | undefined> {
  const { session, book } = await currentBook(store, sessionId);
  const removed = removePin(book, id);
  if (removed === undefined) return undefined;
  await write(store, session, removed.book);
  return removed.pin;
}

/** Read a list that is about to be compacted, and keep what it says before any of it leaves the list. */
export async function pinsBeforeCompaction(store: PinStore, list: LiveList): Promise<readonly Pin[]> {
  const session = await store.get(list.sessionId);
  const before = readPinBook(session);
  const book = readPins(before, list);
  if (!isDeepStrictEqual(before, book)) await write(store, session, book);
  return book.pins;
}

/** A rotation has made a copy of a list that was read: nothing of it is to be read again. */
export async function pinsAfterRotation(store: PinStore, receipt: Receipt, list: LiveList): Promise<void> {
  if (receipt.sessionId === list.sessionId) return;
  const session = await store.get(receipt.sessionId);
  const book = readPinBook(session);
  if (book.readThrough !== undefined)
    await write(store, session, followRotation(book, session.id, list.messages.length));
}

async function currentBook(
  store: PinStore,
  sessionId: string,
): Promise<{ readonly session: Session; readonly book: PinBook }> {
  const session = await store.get(sessionId);
  return { session, book: readPins(readPinBook(session), await store.load(sessionId)) };
}

async function write(store: PinStore, session: Session, book: PinBook): Promise<void> {
  await store.update(session.id, { metadata: withPinBook(session, book) });
}
