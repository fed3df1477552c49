import type { MessageRecord, RevisionRecord, SequenceRange, SessionRecord } from '@hermes-context/sessions';
import { type Done, messagesOf, modelStep, type Operation, textOf } from './operations.fixture.ts';
import { type ModelSession, modelAppend, modelOf, type View } from './small-model.fixture.ts';

/** One operation of one worker. Times are of a clock that all workers share. */
export interface HistoryEntry {
  readonly worker: string;
  readonly invoked: number;
  readonly answered: number;
  readonly operation: Operation | { readonly kind: 'look'; readonly sessionId: string };
  readonly done:
    | Done
    | { readonly kind: 'failed'; readonly detail: string }
    | {
        readonly kind: 'looked';
        readonly revision: number;
        readonly sequence: number;
        readonly list: readonly number[];
      };
}

/** What a session holds after all is done. */
interface Archive {
  readonly rows: readonly MessageRecord[];
  readonly revisions: readonly RevisionRecord[];
}

/**
 * What is wrong with a history: nothing, if there is one order of all that was done to a session in which each operation
 * has the effect that its answer says, and which contradicts no clock: what was answered before something else began
 * stands before it. The store itself says which order that is, by sequences and revisions.
 */
export function checkHistory(entries: readonly HistoryEntry[], records: readonly SessionRecord[]): readonly string[] {
  const archive: Archive = {
    rows: records.filter((record) => record.record === 'message'),
    revisions: records.filter((record) => record.record === 'revision'),
  };
  const failures = entries.flatMap(({ done }) => ('detail' in done ? [`failed: ${done.detail}`] : []));
  const { problems, views } = checkChanges(entries, archive);
  return [
    ...failures,
    ...checkRows(entries, archive),
    ...problems,
    ...checkLooks(entries, archive, views),
    ...checkClocks(entries, archive),
  ];
}

/** Each acknowledged message is there once, and nothing else is. */
function checkRows(entries: readonly HistoryEntry[], { rows, revisions }: Archive): readonly string[] {
  const problems: string[] = [];
  const owners = new Map<number, string>();
  const claim = (sequence: number, owner: string): void => {
    const other = owners.get(sequence);
    if (other !== undefined) problems.push(`message ${sequence} is that of ${other} and of ${owner}`);
    owners.set(sequence, owner);
  };
  for (const { operation, done } of entries) {
    if (operation.kind !== 'append' || done.kind !== 'appended') continue;
    const texts = messagesOf(operation.key, operation.count).map(textOf);
    for (const [index, text] of texts.entries()) {
      const sequence = lastOf(done) - texts.length + 1 + index;
      claim(sequence, operation.key);
      const row = rows[sequence - 1];
      if (row === undefined || textOf(row.message) !== text) problems.push(`${operation.key} is not at ${sequence}`);
    }
  }
  for (const { number, closed, base } of revisions) {
    for (let sequence = closed + 1; sequence <= base; sequence += 1) claim(sequence, `revision ${number}`);
  }
  for (const [index, { sequence }] of rows.entries()) {
    if (sequence !== index + 1) problems.push(`message ${index + 1} is missing`);
    if (!owners.has(sequence)) problems.push(`nobody appended message ${sequence}`);
  }
  return problems;
}

/** Each acknowledged change is one revision, and makes of the list before it what its kind says. */
function checkChanges(
  entries: readonly HistoryEntry[],
  { rows, revisions }: Archive,
): { readonly problems: readonly string[]; readonly views: ReadonlyMap<number, View> } {
  const problems: string[] = [];
  const views = new Map<number, View>();
  const changes = Map.groupBy(
    entries.filter(({ done }) => done.kind === 'changed' || done.kind === 'committed'),
    ({ done }) => lastOf(done),
  );
  let model = modelOf([]);
  for (const revision of revisions) {
    const [change, ...others] = changes.get(revision.number) ?? [];
    changes.delete(revision.number);
    if (others.length > 0) problems.push(`revision ${revision.number} was told to several`);
    model = appendRows(model, rows, revision.closed);
    const next = revision.number === 1 ? model : stepOf(model, change);
    if (next === undefined || (revision.number > 1 && change?.operation.kind !== revision.kind)) {
      problems.push(`nobody made revision ${revision.number}, a ${revision.kind}`);
      return { problems, views };
    }
    model = next;
    views.set(revision.number, model.view);
    if (!isSame(model.view, revision))
      problems.push(`revision ${revision.number} is no ${revision.kind} of the one before`);
    if (model.rows.length !== revision.base) problems.push(`revision ${revision.number} ends at ${revision.base}`);
    if (model.rows.some((text, index) => text !== rowText(rows, index))) {
      problems.push(`revision ${revision.number} wrote other messages than it was given`);
    }
  }
  for (const [number] of changes) problems.push(`revision ${number} was told and is not there`);
  return { problems, views };
}

function appendRows(model: ModelSession, rows: readonly MessageRecord[], last: number): ModelSession {
  return modelAppend(
    model,
    rows.slice(model.rows.length, last).map(({ message }) => textOf(message)),
  );
}

function stepOf(model: ModelSession, change: HistoryEntry | undefined): ModelSession | undefined {
  const operation = change?.operation;
  if (operation === undefined || operation.kind === 'look') return undefined;
  return operation.kind === 'create' || operation.kind === 'rotate' ? undefined : modelStep(model, operation);
}

/** Each list that somebody read was the list at that revision and sequence. */
function checkLooks(
  entries: readonly HistoryEntry[],
  { revisions }: Archive,
  views: ReadonlyMap<number, View>,
): readonly string[] {
  return entries.flatMap(({ worker, done }) => {
    if (done.kind !== 'looked' || !('list' in done)) return [];
    const live = views.get(done.revision)?.live ?? [];
    const base = revisions[done.revision - 1]?.base ?? 0;
    const later = Array.from({ length: done.sequence - base }, (_, index) => base + 1 + index);
    const isRight = JSON.stringify([...live, ...later]) === JSON.stringify(done.list);
    return isRight ? [] : [`${worker} read a list that revision ${done.revision} never had`];
  });
}

interface Placed {
  readonly entry: HistoryEntry;
  /** Newest sequence, revision, and 1 for a look: where it stands in the order of the store. */
  readonly place: readonly [number, number, number];
}

/** Nothing stands behind what began after its answer. */
function checkClocks(entries: readonly HistoryEntry[], archive: Archive): readonly string[] {
  const placed = entries.flatMap((entry): Placed[] => {
    const place = placeOf(entry, archive);
    return place === undefined ? [] : [{ entry, place }];
  });
  const problems: string[] = [];
  let latest: HistoryEntry | undefined;
  for (const { entry, place } of placed.toSorted(inOrder)) {
    if (latest !== undefined && entry.answered < latest.invoked) {
      problems.push(
        `${told(entry)} at ${place.join('/')} was answered before ${told(latest)} began, and stands behind it`,
      );
    }
    if (latest === undefined || entry.invoked > latest.invoked) latest = entry;
  }
  return problems;
}

function placeOf({ done }: HistoryEntry, { revisions }: Archive): Placed['place'] | undefined {
  if (done.kind === 'looked' && 'list' in done) return [done.sequence, done.revision, 1];
  const at = lastOf(done);
  if (done.kind === 'appended') return [at, revisions.findLast(({ base }) => base < at)?.number ?? 1, 0];
  if (done.kind === 'changed' || done.kind === 'committed') return [revisions[at - 1]?.base ?? 0, at, 0];
  return undefined; // it changed nothing
}

/** Looks at the same place may stand in any order. */
function inOrder({ place: one, entry }: Placed, { place: other, entry: otherEntry }: Placed): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2] || entry.invoked - otherEntry.invoked;
}

function told({ worker, operation, done }: HistoryEntry): string {
  return `${worker}'s ${operation.kind} (${done.kind})`;
}

function lastOf(done: HistoryEntry['done']): number {
  return 'at' in done ? (done.at ?? 0) : 0;
}

function rowText(rows: readonly MessageRecord[], index: number): string | undefined {
  const row = rows[index];
  return row === undefined ? undefined : textOf(row.message);
}

function isSame(view: View, { live, compacted, hidden }: RevisionRecord): boolean {
  const byNumber = (one: number, other: number): number => one - other;
  const sets = [view.live, [...view.compacted].toSorted(byNumber), [...view.hidden].toSorted(byNumber)];
  return JSON.stringify(sets) === JSON.stringify([live, compacted, hidden].map(writtenOut));
}

function writtenOut(ranges: readonly SequenceRange[]): readonly number[] {
  return ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index));
}
