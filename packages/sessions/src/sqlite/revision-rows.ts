import type { Receipt, Revision, RevisionKind } from '../revision.ts';
import type { ListState } from '../view/list-state.ts';
import type { Ranges } from '../view/ranges.ts';
import { DamagedContent, readStored } from './damaged-content.ts';
import type { SqlRow } from './sql-driver.ts';
import type { StoreContext } from './store-context.ts';

/**
 * A revision as its row has it. What is in effect is a chain: `top` is the newest change in effect, and each change
 * names the one `under` it. In the same way `redo` is the undo that a redo would take back, and each undo names the one
 * that comes after it. So no change costs more for those before it.
 */
export interface RevisionRow extends ListState {
  readonly number: number;
  readonly kind: RevisionKind;
  readonly at: number;
  readonly of?: number | undefined;
  readonly top?: number | undefined;
  readonly under?: number | undefined;
  readonly redo?: number | undefined;
  readonly redoUnder?: number | undefined;
  readonly receipt?: Receipt | undefined;
}

/** A revision of a session. It must exist. */
export function getRevision({ driver }: StoreContext, session: number, number: number): RevisionRow {
  const row = driver.get('SELECT * FROM revisions WHERE session = ? AND number = ?', session, number);
  if (row === undefined) throw new DamagedContent(`There is no revision ${number} of session ${session}.`);
  return toRevisionRow(row);
}

/** The state of the live list after a revision. */
export function readState({ driver }: StoreContext, session: number, number: number): ListState {
  const row = driver.get(
    'SELECT closed, base, live, compacted, hidden FROM revisions WHERE session = ? AND number = ?',
    session,
    number,
  );
  if (row === undefined) throw new DamagedContent(`There is no revision ${number} of session ${session}.`);
  return toState(row);
}

/** Add a revision to a session. */
export function insertRevision({ driver }: StoreContext, session: number, revision: RevisionRow): void {
  driver.run(
    `INSERT INTO revisions (session, number, kind, at, of, closed, base, live, compacted, hidden, top, under, redo,
       redo_under, receipt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    session,
    revision.number,
    revision.kind,
    revision.at,
    revision.of ?? null,
    revision.closed,
    revision.base,
    rangesText(revision.live),
    rangesText(revision.compacted),
    rangesText(revision.hidden),
    revision.top ?? null,
    revision.under ?? null,
    revision.redo ?? null,
    revision.redoUnder ?? null,
    revision.receipt === undefined ? null : JSON.stringify(revision.receipt),
  );
}

/** A row of `SELECT * FROM revisions`. */
export function toRevisionRow(row: SqlRow): RevisionRow {
  return {
    ...toState(row),
    number: Number(row['number']),
    kind: kindOf(row['kind']),
    at: Number(row['at']),
    of: numberOf(row['of']),
    top: numberOf(row['top']),
    under: numberOf(row['under']),
    redo: numberOf(row['redo']),
    redoUnder: numberOf(row['redo_under']),
    receipt: readStored(() => (typeof row['receipt'] === 'string' ? JSON.parse(row['receipt']) : undefined)),
  };
}

/** A revision as callers see it. */
export function toRevision(sessionId: string, row: RevisionRow, inEffect: ReadonlySet<number>): Revision {
  return {
    sessionId,
    number: row.number,
    kind: row.kind,
    at: row.at,
    ...(row.of === undefined ? {} : { of: row.of }),
    ...(row.receipt === undefined ? {} : { receipt: row.receipt }),
    inEffect: inEffect.has(row.number),
  };
}

/** Numbers of the changes that shape the list of a revision, newest first. */
export function* changesInEffect(context: StoreContext, session: number, number: number): Generator<number> {
  let next = getRevision(context, session, number).top;
  while (next !== undefined) {
    yield next;
    next = getRevision(context, session, next).under;
  }
}

function toState(row: SqlRow): ListState {
  return {
    closed: Number(row['closed']),
    base: Number(row['base']),
    live: readRanges(row['live']),
    compacted: readRanges(row['compacted']),
    hidden: readRanges(row['hidden']),
  };
}

function rangesText(ranges: Ranges): string {
  return JSON.stringify(ranges.flatMap(({ from, to }) => [from, to]));
}

function readRanges(text: unknown): Ranges {
  const ends: readonly number[] = readStored(() => JSON.parse(String(text)));
  return Array.from({ length: ends.length / 2 }, (_, index) => ({
    from: ends[2 * index] ?? 0,
    to: ends[2 * index + 1] ?? 0,
  }));
}

const KINDS: readonly RevisionKind[] = ['start', 'commit', 'rotation', 'rewind', 'undo', 'redo'];

function kindOf(value: unknown): RevisionKind {
  const kind = KINDS.find((known) => known === value);
  if (kind === undefined) throw new DamagedContent(`"${String(value)}" is no kind of revision.`);
  return kind;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
