import { canonicalText } from '../canonical-message.ts';
import type { MessageRecord, RevisionRecord, SessionHeader } from '../session-record.ts';
import type { StoredMessage } from '../stored-message.ts';
import { readRows } from './message-rows.ts';
import { type RevisionRow, toRevisionRow } from './revision-rows.ts';
import { type SessionRow, stateOfToday } from './session-rows.ts';
import type { StoreContext } from './store-context.ts';

/** First record of a session's export. What it counts is what there is now: what comes later is not part of the export. */
export function headerRecord(session: SessionRow): SessionHeader {
  const { id, title, origin, parentSessionId, continuedBy, goal, metadata, createdAt, updatedAt } = session;
  return {
    record: 'session',
    format: 'hermes-context-session',
    version: 1,
    id,
    ...(title === undefined ? {} : { title }),
    origin,
    ...(parentSessionId === undefined ? {} : { parentSessionId }),
    ...(continuedBy === undefined ? {} : { continuedBy }),
    ...(goal === undefined ? {} : { goal: JSON.parse(goal) }),
    metadata: JSON.parse(metadata),
    createdAt,
    updatedAt,
    messages: session.sequence,
    revisions: session.revision,
  };
}

/** Messages of a session by sequence: those from `from` on, `to` excluded. Their state is that at the session's revision. */
export function messageRecords(
  context: StoreContext,
  session: SessionRow,
  { from, to, keyOf }: { readonly from: number; readonly to: number; readonly keyOf: KeyOf },
): readonly MessageRecord[] {
  const state = stateOfToday(context, session);
  return [...readRows(context, session, { ranges: [{ from, to }], state })].map((row) =>
    messageRecord(row, keyOf(row.sequence)),
  );
}

/** Revisions of a session by number: those from `from` on, `to` excluded. */
export function revisionRecords(
  { driver }: StoreContext,
  session: SessionRow,
  { from, to }: { readonly from: number; readonly to: number },
): readonly RevisionRecord[] {
  return driver
    .all(
      'SELECT * FROM revisions WHERE session = ? AND number >= ? AND number < ? ORDER BY number',
      session.key,
      from,
      to,
    )
    .map((row) => revisionRecord(toRevisionRow(row)));
}

function messageRecord(row: StoredMessage, appendKey: string | undefined): MessageRecord {
  const { sequence, state, createdAt, timeSource, madeBy, copyOf } = row;
  return {
    record: 'message',
    sequence,
    state,
    createdAt,
    timeSource,
    ...(madeBy === undefined ? {} : { madeBy }),
    ...(copyOf === undefined ? {} : { copyOf }),
    ...(appendKey === undefined ? {} : { appendKey }),
    message: JSON.parse(canonicalText(row.message)),
  };
}

function revisionRecord(row: RevisionRow): RevisionRecord {
  const { number, kind, at, of, closed, base, live, compacted, hidden, receipt } = row;
  return {
    record: 'revision',
    number,
    kind,
    at,
    ...(of === undefined ? {} : { of }),
    closed,
    base,
    live,
    compacted,
    hidden,
    ...(receipt === undefined ? {} : { receipt }),
  };
}

/** Finds the key under which a message was appended, if it was under one. Asked for ascending sequences. */
export type KeyOf = (sequence: number) => string | undefined;

/** All keys under which messages of a session were appended. */
export function appendKeys({ driver }: StoreContext, session: SessionRow): KeyOf {
  const deliveries = driver
    .all("SELECT key, answer FROM receipts WHERE session = ? AND kind = 'append'", session.key)
    .map((row): readonly [number, number, string] => {
      const [after = 0, last = 0]: readonly number[] = JSON.parse(String(row['answer']));
      return [after, last, String(row['key'])];
    })
    .filter(([after, last]) => last > after)
    .toSorted(([one], [other]) => one - other);
  let next = 0;
  return (sequence) => {
    while (sequence > (deliveries[next]?.[1] ?? Number.POSITIVE_INFINITY)) next += 1;
    const [after = sequence, , key] = deliveries[next] ?? [];
    return after < sequence ? key : undefined;
  };
}
