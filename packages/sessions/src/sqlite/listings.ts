import { checkNumber, checkStates, notACursor, readNumberCursor } from '../input-checks.ts';
import type { Revision } from '../revision.ts';
import type { Session } from '../session.ts';
import type { MessageListing, Page, SessionListing } from '../session-store.ts';
import type { LiveList, StoredMessage } from '../stored-message.ts';
import { type ListState, listAt } from '../view/list-state.ts';
import { above, type Ranges, span, subtract, toSet, union } from '../view/ranges.ts';
import { readRows } from './message-rows.ts';
import { changesInEffect, getRevision, readState, toRevision, toRevisionRow } from './revision-rows.ts';
import { getSession, type SessionRow, stateOfToday, toSession, toSessionRow } from './session-rows.ts';
import type { SqlValue } from './sql-driver.ts';
import type { StoreContext } from './store-context.ts';

/** Of a session that went on elsewhere, its continuation is shown; where that is not here, as after an import, itself. */
const IS_TIP =
  '(continued_by IS NULL OR NOT EXISTS (SELECT 1 FROM sessions AS next WHERE next.id = sessions.continued_by))';

/** Sessions, newest first. */
export function listSessions(context: StoreContext, listing: SessionListing): Page<Session> {
  const limit = checkNumber(listing.limit, { name: 'limit', max: 1_000, fallback: 50 });
  const { idPrefix, title, includeContinued = false, cursor } = listing;
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  const where = (condition: string, ...bound: readonly SqlValue[]): void => {
    conditions.push(condition);
    values.push(...bound);
  };
  if (!includeContinued) where(IS_TIP);
  if (idPrefix !== undefined) where('substr(id, 1, ?) = ?', idPrefix.length, idPrefix);
  if (title !== undefined) where('title = ?', title);
  if (cursor !== undefined) where('(updated_at, key) < (?, ?)', ...readCursor(cursor));
  const filter = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const rows = context.driver
    .all(`SELECT * FROM sessions ${filter} ORDER BY updated_at DESC, key DESC LIMIT ?`, ...values, limit + 1)
    .map(toSessionRow);
  const items = rows.slice(0, limit).map((row) => toSession(context, row));
  const last = rows[limit - 1];
  return rows.length > limit && last !== undefined ? { items, next: `${last.updatedAt}.${last.key}` } : { items };
}

/** The live list, today's or that of an earlier revision. */
export function loadList(context: StoreContext, sessionId: string, revision: number | undefined): LiveList {
  const session = getSession(context, sessionId);
  const number = checkNumber(revision, { name: 'revision', max: session.revision, fallback: session.revision });
  const state = readState(context, session.key, number);
  const sequence = endOf(context, session, number);
  const messages = [...readRows(context, session, { ranges: listAt(state, sequence), state })].map(
    ({ message }) => message,
  );
  return { sessionId, revision: number, sequence, messages };
}

/** Messages whatever their state, oldest first. */
export function listMessages(context: StoreContext, sessionId: string, listing: MessageListing): Page<StoredMessage> {
  const limit = checkNumber(listing.limit, { name: 'limit', max: 1_000, fallback: 100 });
  const after = checkNumber(listing.after, { name: 'after', min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 });
  const session = getSession(context, sessionId);
  checkStates(listing.states);
  const state = stateOfToday(context, session);
  const chosen = above(chooseRanges(context, { session, state, listing }), after);
  const items: StoredMessage[] = [];
  for (const message of readRows(context, session, { ranges: firstOf(chosen, limit + 1), state })) items.push(message);
  const last = items[limit - 1];
  return items.length > limit && last !== undefined
    ? { items: items.slice(0, limit), next: String(last.sequence) }
    : { items };
}

/** Changes of the live list, newest first. */
export function listRevisions(
  context: StoreContext,
  sessionId: string,
  page: { readonly cursor?: string; readonly limit?: number },
): Page<Revision> {
  const limit = checkNumber(page.limit, { name: 'limit', max: 1_000, fallback: 50 });
  const session = getSession(context, sessionId);
  const below = page.cursor === undefined ? session.revision + 1 : readNumberCursor(page.cursor);
  const rows = context.driver
    .all(
      'SELECT * FROM revisions WHERE session = ? AND number < ? ORDER BY number DESC LIMIT ?',
      session.key,
      below,
      limit + 1,
    )
    .map(toRevisionRow);
  const last = rows[limit - 1];
  const oldest = rows.at(-1)?.number ?? 0;
  const inEffect = new Set<number>();
  for (const number of changesInEffect(context, session.key, session.revision)) {
    if (number < oldest) break;
    inEffect.add(number);
  }
  const items = rows.slice(0, limit).map((row) => toRevision(sessionId, row, inEffect));
  return rows.length > limit && last !== undefined ? { items, next: String(last.number) } : { items };
}

/** Sequence of the newest message before the revision after this one; today's for the newest. */
function endOf(context: StoreContext, session: SessionRow, number: number): number {
  return number === session.revision ? session.sequence : getRevision(context, session.key, number + 1).closed;
}

interface Choice {
  readonly session: SessionRow;
  readonly state: ListState;
  readonly listing: MessageListing;
}

function chooseRanges(context: StoreContext, { session, state, listing: { states, behind } }: Choice): Ranges {
  const everything = span(0, session.sequence);
  const byState = {
    live: toSet(listAt(state, session.sequence)),
    compacted: state.compacted,
    hidden: state.hidden,
  };
  const wanted = states === undefined ? everything : union(...states.map((name) => byState[name]));
  if (behind === undefined) return wanted;
  const covered = coveredBy(context, session, behind);
  return subtract(covered, subtract(everything, wanted));
}

function coveredBy({ driver }: StoreContext, session: SessionRow, summaryId: string): Ranges {
  const row = driver.get(
    `SELECT * FROM revisions WHERE session = ? AND receipt IS NOT NULL AND json_extract(receipt, '$.summaryId') = ?`,
    session.key,
    summaryId,
  );
  return row === undefined ? [] : (toRevisionRow(row).receipt?.covered ?? []);
}

function firstOf(set: Ranges, size: number): Ranges {
  const first: { from: number; to: number }[] = [];
  let room = size;
  for (const { from, to } of set) {
    if (room <= 0) break;
    first.push({ from, to: Math.min(to, from + room) });
    room -= to - from;
  }
  return first;
}

function readCursor(cursor: string): readonly [number, number] {
  const [, updatedAt, key] = /^(\d{1,16})\.(\d{1,16})$/.exec(cursor) ?? [];
  if (updatedAt === undefined || key === undefined) throw notACursor(cursor);
  return [Number(updatedAt), Number(key)];
}
