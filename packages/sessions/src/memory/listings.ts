import { checkNumber, checkStates, notACursor, readNumberCursor } from '../input-checks.ts';
import type { Revision } from '../revision.ts';
import type { Session } from '../session.ts';
import type { MessageListing, Page, SessionListing } from '../session-store.ts';
import type { LiveList, StoredMessage } from '../stored-message.ts';
import { type MemorySession, rowAt, storedMessage, type Vault } from './rows.ts';
import { describeSession } from './sessions.ts';

const MAX_LIMIT = 1_000;

export function listSessions(vault: Vault, listing: SessionListing): Page<Session> {
  const { idPrefix = '', title, includeContinued = false, cursor } = listing;
  const limit = checkNumber(listing.limit, { name: 'limit', max: MAX_LIMIT, fallback: 50 });
  const found = Array.from(vault.sessions.values())
    .filter((session) => session.id.startsWith(idPrefix))
    .filter((session) => title === undefined || session.title === title)
    .filter(({ continuedBy }) => includeContinued || continuedBy === undefined || !vault.sessions.has(continuedBy))
    .toSorted((one, other) => other.updatedAt - one.updatedAt || other.serial - one.serial);
  const [updatedAt, serial] = readCursor(cursor);
  const rest = cursor === undefined ? found : found.filter((each) => isBehind(each, { updatedAt, serial }));
  return toPage(rest, limit, {
    show: describeSession,
    cursorOf: (last) => `${last.updatedAt},${last.serial}`,
  });
}

export function loadList(session: MemorySession, revision: number | undefined): LiveList {
  const newest = session.revisions.length;
  const number = checkNumber(revision, { name: 'revision', max: newest, fallback: newest });
  // A revision ends where the next change begins.
  const next = session.revisions[number]?.before;
  const [live, sequence] = next === undefined ? [session.live, session.rows.length] : [next.live, next.states.length];
  return {
    sessionId: session.id,
    revision: number,
    sequence,
    messages: live.map((each) => storedMessage(session, rowAt(session, each)).message),
  };
}

export function readMessages(session: MemorySession, listing: MessageListing): Page<StoredMessage> {
  const limit = checkNumber(listing.limit, { name: 'limit', max: MAX_LIMIT, fallback: 100 });
  const after = checkNumber(listing.after, { name: 'after', min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 });
  checkStates(listing.states);
  const { states, behind } = listing;
  const covered = behind === undefined ? undefined : coveredBy(session, behind);
  const found = session.rows
    .filter(({ sequence }) => sequence > after && (covered?.has(sequence) ?? true))
    .filter(({ state }) => states?.includes(state) ?? true);
  return toPage(found, limit, {
    show: (row) => storedMessage(session, row),
    cursorOf: (last) => `${last.sequence}`,
  });
}

export function listRevisions(
  session: MemorySession,
  { cursor, limit }: { readonly cursor?: string; readonly limit?: number },
): Page<Revision> {
  const before = cursor === undefined ? session.revisions.length + 1 : readNumberCursor(cursor);
  const found = session.revisions.filter(({ number }) => number < before).toReversed();
  return toPage(found, checkNumber(limit, { name: 'limit', max: MAX_LIMIT, fallback: 100 }), {
    show: ({ number, kind, at, of, receipt }): Revision => ({
      sessionId: session.id,
      number,
      kind,
      at,
      ...(of === undefined ? {} : { of }),
      ...(receipt === undefined ? {} : { receipt: structuredClone(receipt) }),
      inEffect: session.done.some((change) => change.number === number),
    }),
    cursorOf: (last) => `${last.number}`,
  });
}

/** The sequences that the compaction which wrote this summary covered; none where no compaction did. */
function coveredBy(session: MemorySession, summaryId: string): ReadonlySet<number> {
  const maker = session.revisions.find(({ receipt }) => receipt?.summaryId === summaryId);
  const after = new Set(maker?.after.live);
  return new Set(maker?.before.live.filter((sequence) => !after.has(sequence)));
}

function isBehind(session: MemorySession, cursor: Pick<MemorySession, 'updatedAt' | 'serial'>): boolean {
  if (session.updatedAt !== cursor.updatedAt) return session.updatedAt < cursor.updatedAt;
  return session.serial < cursor.serial;
}

function readCursor(cursor: string | undefined): readonly [number, number] {
  if (cursor === undefined) return [0, 0];
  const [, updatedAt, serial] = /^(\d{1,16}),(\d{1,16})$/.exec(cursor) ?? [];
  if (updatedAt === undefined || serial === undefined) throw notACursor(cursor);
  return [Number(updatedAt), Number(serial)];
}

function toPage<Found, Item>(
  found: readonly Found[],
  limit: number,
  { show, cursorOf }: { readonly show: (each: Found) => Item; readonly cursorOf: (last: Found) => string },
): Page<Item> {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(show),
    ...(last === undefined || found.length <= limit ? {} : { next: cursorOf(last) }),
  };
}
