import { isDeepStrictEqual } from 'node:util';
import { canonicalText } from '../canonical-message.ts';
import { mergeNotes, notesOf } from '../merge-notes.ts';
import { damaged, readSessionRecords, type SessionArchive } from '../read-session-records.ts';
import type { SequenceRange } from '../sequence-range.ts';
import type { ImportResult, MessageRecord, RevisionRecord, SessionHeader, SessionRecord } from '../session-record.ts';
import type { MessageState } from '../stored-message.ts';
import type { Entry, MemorySession, Row, Snapshot, Vault } from './rows.ts';
import { ownerOf } from './sessions.ts';

/** Sequences as ranges, in their order. */
export function toRanges(sequences: readonly number[]): readonly SequenceRange[] {
  const ranges: { from: number; to: number }[] = [];
  for (const sequence of sequences) {
    const last = ranges.at(-1);
    if (last?.to === sequence) last.to += 1;
    else ranges.push({ from: sequence, to: sequence + 1 });
  }
  return ranges;
}

/** All that is known of a session, as it is at this moment. */
export function exportRecords(session: MemorySession): readonly SessionRecord[] {
  return [headerOf(session), ...session.rows.map(messageRecord), ...session.revisions.map(revisionRecord)];
}

/** Take over an export, or what is new in it. */
export async function importRecords(
  vault: Vault,
  records: AsyncIterable<SessionRecord> | Iterable<SessionRecord>,
): Promise<ImportResult> {
  const archive = await readSessionRecords(records);
  const { id } = archive.header;
  const here = vault.sessions.get(id);
  const incoming = rebuild(vault, archive, here);
  if (here !== undefined && isBeginning(incoming, here)) {
    return { kind: 'unchanged', sessionId: id, messages: 0, revisions: 0, ...missingFrom(vault, here) };
  }
  if (here !== undefined && !isBeginning(here, incoming)) {
    throw damaged(`Session ${id} is here already, and has another history than the export.`);
  }
  refuseTakenTitle(vault, incoming);
  vault.sessions.set(id, incoming);
  return {
    kind: here === undefined ? 'imported' : 'extended',
    sessionId: id,
    messages: incoming.rows.length - (here?.rows.length ?? 0),
    revisions: incoming.revisions.length - (here?.revisions.length ?? 0),
    ...missingFrom(vault, incoming),
  };
}

function missingFrom({ sessions }: Vault, { continuedBy }: MemorySession): Pick<ImportResult, 'missingContinuation'> {
  return continuedBy === undefined || sessions.has(continuedBy) ? {} : { missingContinuation: continuedBy };
}

function refuseTakenTitle(vault: Vault, { id, title }: MemorySession): void {
  const owner = title === undefined ? undefined : ownerOf(vault, title);
  if (owner === undefined || owner.id === id) return;
  throw damaged(`Its title "${title}" belongs to session ${owner.id} here. Rename that one first.`);
}

function headerOf(session: MemorySession): SessionHeader {
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
    messages: session.rows.length,
    revisions: session.revisions.length,
  };
}

function messageRecord(row: Row): MessageRecord {
  const { sequence, state, createdAt, timeSource, madeBy, copyOf, appendKey, text } = row;
  return {
    record: 'message',
    sequence,
    state,
    createdAt,
    timeSource,
    ...(madeBy === undefined ? {} : { madeBy }),
    ...(copyOf === undefined ? {} : { copyOf }),
    ...(appendKey === undefined ? {} : { appendKey }),
    message: JSON.parse(text),
  };
}

function revisionRecord({ number, kind, at, of, before, after, receipt }: Entry): RevisionRecord {
  const those = (state: MessageState): readonly SequenceRange[] =>
    toRanges(after.states.flatMap((each, index) => (each === state ? [index + 1] : [])));
  return {
    record: 'revision',
    number,
    kind,
    at,
    ...(of === undefined ? {} : { of }),
    closed: before.states.length,
    base: after.states.length,
    live: toRanges(after.live),
    compacted: those('compacted'),
    hidden: those('hidden'),
    ...(receipt === undefined ? {} : { receipt: structuredClone(receipt) }),
  };
}

/** The session that an export tells of. What is here of it already keeps its place among the others. */
function rebuild(
  vault: Vault,
  { header, messages, revisions }: SessionArchive,
  here: MemorySession | undefined,
): MemorySession {
  const entries = rebuildRevisions(revisions);
  const newest = snapshotAt(entries.at(-1), messages.length);
  const { id, origin, parentSessionId, continuedBy, createdAt, updatedAt } = header;
  const brought = notesOf(header);
  return {
    id,
    origin,
    parentSessionId,
    continuedBy,
    createdAt,
    updatedAt: Math.max(updatedAt, here?.updatedAt ?? 0),
    ...(here === undefined ? brought : mergeNotes(here, { before: here.brought, now: brought })),
    brought,
    emptyDeliveries: here?.emptyDeliveries ?? new Map(),
    inherited: (entries.find(({ kind }) => kind === 'rotation')?.receipt?.compressionCount ?? 1) - 1,
    serial: here?.serial ?? vault.sessions.size + 1,
    rows: messages.map((record, index) => ({
      ...rebuildRow(vault, record, here?.rows[index]?.arrival),
      state: newest.states[index] ?? 'live',
    })),
    live: [...newest.live],
    revisions: entries,
    ...rebuildStacks(entries),
    fence: here?.fence ?? 0,
    lease: here?.lease,
  };
}

function rebuildRow(vault: Vault, record: MessageRecord, arrival: number | undefined): Row {
  const { record: _, message, ...facts } = record;
  if (arrival === undefined) vault.arrivals += 1;
  const text = canonicalText(message);
  const tokens = vault.countTokens(JSON.parse(text));
  return { ...facts, arrival: arrival ?? vault.arrivals, text, tokens };
}

function rebuildRevisions(records: readonly RevisionRecord[]): Entry[] {
  const entries: Entry[] = [];
  for (const { record: _, closed, base, live, compacted, hidden, ...facts } of records) {
    const states: MessageState[] = Array.from({ length: base }, () => 'live');
    for (const sequence of toSequences(compacted)) states[sequence - 1] = 'compacted';
    for (const sequence of toSequences(hidden)) states[sequence - 1] = 'hidden';
    entries.push({ ...facts, before: snapshotAt(entries.at(-1), closed), after: { live: toSequences(live), states } });
  }
  return entries;
}

/** A revision's list and states once so many messages were there: those behind it are live. */
function snapshotAt(entry: Entry | undefined, newest: number): Snapshot {
  const { live, states } = entry?.after ?? { live: [], states: [] };
  const since = Array.from({ length: newest - states.length }, (_, index) => states.length + index + 1);
  return { live: [...live, ...since], states: [...states, ...since.map(() => 'live' as const)] };
}

function rebuildStacks(entries: readonly Entry[]): Pick<MemorySession, 'done' | 'undone'> {
  const stacks: Pick<MemorySession, 'done' | 'undone'> = { done: [], undone: [] };
  for (const entry of entries) {
    if (entry.kind === 'undo') stacks.undone.push(...stacks.done.splice(-1));
    else if (entry.kind === 'redo') stacks.done.push(...stacks.undone.splice(-1));
    else if (entry.kind !== 'start') {
      stacks.done.push(entry);
      stacks.undone = [];
    }
  }
  return stacks;
}

function toSequences(ranges: readonly SequenceRange[]): number[] {
  return ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index));
}

/** Whether one history is how the other one began, or all of it. */
function isBeginning(one: MemorySession, whole: MemorySession): boolean {
  const [rows, revisions] = [one.rows.length, one.revisions.length];
  const nextClosed = whole.revisions[revisions]?.before.states.length ?? whole.rows.length;
  return (
    // The next change came after all that the shorter one has, so both once were the same.
    rows <= nextClosed &&
    isDeepStrictEqual(one.rows.map(withoutState), whole.rows.slice(0, rows).map(withoutState)) &&
    isDeepStrictEqual(one.revisions.map(revisionRecord), whole.revisions.slice(0, revisions).map(revisionRecord)) &&
    (one.continuedBy === undefined ||
      (one.continuedBy === whole.continuedBy && rows === whole.rows.length && revisions === whole.revisions.length)) &&
    one.origin === whole.origin &&
    one.parentSessionId === whole.parentSessionId
  );
}

function withoutState(row: Row): Omit<MessageRecord, 'state'> {
  const { state: _, ...record } = messageRecord(row);
  return record;
}
