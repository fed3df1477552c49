import { isDeepStrictEqual } from 'node:util';
import { canonicalText } from '../canonical-message.ts';
import { mergeNotes, type Notes, notesOf } from '../merge-notes.ts';
import { damaged, type SessionArchive } from '../read-session-records.ts';
import type { Receipt } from '../revision.ts';
import type { ImportResult, MessageRecord, RevisionRecord, SessionHeader } from '../session-record.ts';
import { keepIndexNear } from '../sqlite-search/catch-up-index.ts';
import { appendKeys, headerRecord, messageRecords, revisionRecords } from './export-records.ts';
import { addRows, type NewRow } from './message-rows.ts';
import { findAnswer, keepAnswer, replaceAnswer } from './receipt-rows.ts';
import { insertRevision, type RevisionRow, toRevisionRow } from './revision-rows.ts';
import { findSession, insertSession, type SessionRow, updateSession } from './session-rows.ts';
import type { StoreContext } from './store-context.ts';

/** Take over an export, or what is new in it, inside a transaction. */
export function importRecords(context: StoreContext, archive: SessionArchive): ImportResult {
  const { header } = archive;
  const here = findSession(context, header.id);
  const known = here === undefined ? undefined : archiveOf(context, here);
  if (known !== undefined && isBeginning(archive, known)) {
    return { kind: 'unchanged', sessionId: header.id, messages: 0, revisions: 0, ...missingFrom(context, here) };
  }
  if (known !== undefined && !isBeginning(known, archive)) {
    throw damaged(`Session ${header.id} is here already, and has another history than the export.`);
  }
  const notes = notesFor(context, here, header);
  checkTitleFree(context, { id: header.id, title: notes.title });
  const session = here ?? insertSession(context, startOf(header));
  const next = extend(context, session, { ...archive, notes });
  replaceAnswer(context, { session: session.key, kind: 'import', key: NOTES, text: JSON.stringify(notesOf(header)) });
  return {
    kind: here === undefined ? 'imported' : 'extended',
    sessionId: header.id,
    messages: archive.messages.length - session.sequence,
    revisions: archive.revisions.length - session.revision,
    ...missingFrom(context, next),
  };
}

/** Under which key the notes are kept that an import brought: what is still as they say, the next one may change. */
const NOTES = 'notes';

function notesFor(context: StoreContext, here: SessionRow | undefined, header: SessionHeader): Notes {
  const now = notesOf(header);
  if (here === undefined) return now;
  const kept = findAnswer(context, { session: here.key, kind: 'import', key: NOTES });
  return mergeNotes(here, { before: kept === undefined ? undefined : { ...NO_NOTES, ...JSON.parse(kept) }, now });
}

/** JSON keeps no keys that are undefined. */
const NO_NOTES: Notes = { title: undefined, goal: undefined, metadata: '{}' };

function missingFrom(
  context: StoreContext,
  session: SessionRow | undefined,
): Pick<ImportResult, 'missingContinuation'> {
  const next = session?.continuedBy;
  return next === undefined || findSession(context, next) !== undefined ? {} : { missingContinuation: next };
}

function extend(
  context: StoreContext,
  session: SessionRow,
  { header, messages, revisions, notes }: SessionArchive & { readonly notes: Notes },
): SessionRow {
  const fresh = messages.slice(session.sequence);
  const grown = addRows(context, session, fresh.map(toNewRow));
  keepIndexNear(context);
  const rows = chain(revisions);
  for (const row of rows.slice(session.revision)) insertRevision(context, session.key, row);
  keepAppendKeys(context, session, messages);
  const next = updateSession(context, session, {
    ...grown,
    ...notes,
    continuedBy: header.continuedBy,
    updatedAt: Math.max(header.updatedAt, session.updatedAt),
    revision: rows.length,
    compactions: compactionsOf(rows),
  });
  keepCommitKeys(context, next, rows);
  return next;
}

/** What is noted of a session that comes for the first time, before its messages. */
function startOf({ id, origin, parentSessionId, createdAt }: SessionHeader): Parameters<typeof insertSession>[1] {
  return { id, title: undefined, origin, parentSessionId, goal: undefined, metadata: '{}', createdAt };
}

function toNewRow({ message, madeBy, copyOf, createdAt, timeSource }: MessageRecord): NewRow {
  return {
    message,
    ...(madeBy === undefined ? {} : { madeBy }),
    ...(copyOf === undefined ? {} : { copyOf }),
    created: { at: createdAt, source: timeSource },
  };
}

/** What was in effect after each revision follows from their kinds. */
function chain(records: readonly RevisionRecord[]): readonly RevisionRow[] {
  const rows: RevisionRow[] = [];
  const rowOf = (number: number | undefined): RevisionRow | undefined => rows[(number ?? 0) - 1];
  for (const { record: _, ...facts } of records) {
    const before = rows.at(-1);
    const { number, kind, of } = facts;
    if (kind === 'start') rows.push(facts);
    else if (kind === 'undo') rows.push({ ...facts, top: rowOf(of)?.under, redo: number, redoUnder: before?.redo });
    else if (kind === 'redo') rows.push({ ...facts, top: of, redo: rowOf(before?.redo)?.redoUnder });
    else rows.push({ ...facts, top: number, under: before?.top });
  }
  return rows;
}

/** Compactions in effect; those of the sessions before a rotation are in its receipt. */
function compactionsOf(rows: readonly RevisionRow[]): number {
  const first = rows.find(({ receipt }) => receipt !== undefined)?.receipt;
  let count = (first?.compressionCount ?? 1) - 1;
  for (let row = rows[(rows.at(-1)?.top ?? 0) - 1]; row !== undefined; row = rows[(row.under ?? 0) - 1]) {
    if (row.receipt !== undefined) count += 1;
  }
  return count;
}

function keepAppendKeys(context: StoreContext, session: SessionRow, messages: readonly MessageRecord[]): void {
  let index = session.sequence;
  while (index < messages.length) {
    const key = messages[index]?.appendKey;
    const after = index;
    do index += 1;
    while (index < messages.length && messages[index]?.appendKey === key);
    if (key === undefined || findAnswer(context, { session: session.key, kind: 'append', key }) !== undefined) continue;
    keepAnswer(context, { session: session.key, kind: 'append', key, text: JSON.stringify([after, index]) });
  }
}

/** A rotation can be asked for again under the session that it closed, too, which may come before or after this one. */
function keepCommitKeys(context: StoreContext, session: SessionRow, rows: readonly RevisionRow[]): void {
  const next = session.continuedBy === undefined ? undefined : findSession(context, session.continuedBy);
  const closing = next === undefined ? undefined : rotationOf(context, next);
  for (const receipt of [...rows.map((row) => row.receipt), closing])
    if (receipt !== undefined) keepReceipt(context, receipt);
}

function keepReceipt(context: StoreContext, receipt: Receipt): void {
  for (const id of new Set([receipt.sessionId, receipt.oldSessionId])) {
    const owner = findSession(context, id);
    if (owner === undefined) continue;
    const answer = { session: owner.key, kind: 'commit' as const, key: receipt.key };
    if (findAnswer(context, answer) === undefined) keepAnswer(context, { ...answer, text: JSON.stringify(receipt) });
  }
}

function rotationOf({ driver }: StoreContext, session: SessionRow): RevisionRow['receipt'] {
  const row = driver.get("SELECT * FROM revisions WHERE session = ? AND number = 2 AND kind = 'rotation'", session.key);
  return row === undefined ? undefined : toRevisionRow(row).receipt;
}

function checkTitleFree(
  { driver }: StoreContext,
  { id, title }: { readonly id: string; readonly title: string | undefined },
): void {
  if (title === undefined) return;
  const owner = driver.get('SELECT id FROM sessions WHERE title = ? AND id <> ?', title, id);
  if (owner !== undefined) {
    throw damaged(`Its title "${title}" belongs to session ${String(owner['id'])} here. Rename that one first.`);
  }
}

function archiveOf(context: StoreContext, session: SessionRow): SessionArchive {
  return {
    header: headerRecord(session),
    messages: messageRecords(context, session, {
      from: 1,
      to: session.sequence + 1,
      keyOf: appendKeys(context, session),
    }),
    revisions: revisionRecords(context, session, { from: 1, to: session.revision + 1 }),
  };
}

/** Whether one history is how the other one began, or all of it. */
function isBeginning(one: SessionArchive, whole: SessionArchive): boolean {
  const [rows, revisions] = [one.messages.length, one.revisions.length];
  const nextClosed = whole.revisions[revisions]?.closed ?? whole.messages.length;
  const isEnd = rows === whole.messages.length && revisions === whole.revisions.length;
  return (
    // The next change came after all that the shorter one has, so both once were the same.
    rows <= nextClosed &&
    isDeepStrictEqual(one.messages.map(withoutState), whole.messages.slice(0, rows).map(withoutState)) &&
    isDeepStrictEqual(one.revisions, whole.revisions.slice(0, revisions)) &&
    (one.header.continuedBy === undefined || (one.header.continuedBy === whole.header.continuedBy && isEnd)) &&
    one.header.origin === whole.header.origin &&
    one.header.parentSessionId === whole.header.parentSessionId
  );
}

function withoutState({ state: _, message, ...record }: MessageRecord): unknown {
  return { ...record, message: canonicalText(message) };
}
