import type { CommitRequest } from '../change.ts';
import { newSessionId } from '../new-session-id.ts';
import { nextTitle } from '../next-title.ts';
import type { MessageReference } from '../refer-messages.ts';
import type { Receipt } from '../revision.ts';
import { listAt, START } from '../view/list-state.ts';
import { type Ranges, sequencesOf, sizeOf } from '../view/ranges.ts';
import { compact } from './compact.ts';
import { addRows, type NewRow, readRows } from './message-rows.ts';
import { insertRevision } from './revision-rows.ts';
import {
  findSession,
  insertSession,
  type SessionRow,
  type SessionStart,
  stateOfToday,
  updateSession,
} from './session-rows.ts';
import type { StoreContext } from './store-context.ts';

/** A compaction that goes on under a new id. */
interface Rotation {
  readonly session: SessionRow;
  readonly request: CommitRequest;
  /** The outcome, in sequences of the session that is closed. */
  readonly references: readonly MessageReference[];
}

/**
 * Close a session and go on in a new one (S-076): it begins with copies of the whole live list, so that the compaction
 * can be undone there as anywhere. Title and metadata are taken along, and the goal moves (S-077).
 */
export function rotate(context: StoreContext, { session, request, references }: Rotation): Receipt {
  const list = listAt(stateOfToday(context, session), session.sequence);
  const child = startWithCopies(
    context,
    { session, list },
    {
      id: freeSessionId(context),
      title: session.title === undefined ? undefined : nextTitle(session.title, (title) => isTaken(context, title)),
      origin: 'rotation',
      parentSessionId: session.id,
      goal: session.goal,
      metadata: session.metadata,
      createdAt: context.now(),
      compactions: session.compactions,
    },
  );
  const copies = new Map([...sequencesOf(list)].map((sequence, index) => [sequence, index + 1]));
  const seen = sizeOf(listAt(stateOfToday(context, session), request.expectedSequence));
  const receipt = compact(context, {
    session: child,
    request,
    references: references.map((reference) =>
      reference.kind === 'new' ? reference : { kind: 'kept', sequence: copies.get(reference.sequence) ?? 0 },
    ),
    seenThrough: seen,
    oldSessionId: session.id,
  });
  updateSession(context, session, { continuedBy: child.id, goal: undefined, updatedAt: receipt.at });
  return receipt;
}

/** A new session that begins with copies of messages of another one. Their content is shared. */
export function startWithCopies(
  context: StoreContext,
  { session, list }: { readonly session: SessionRow; readonly list: Ranges },
  start: SessionStart,
): SessionRow {
  const child = insertSession(context, start);
  const added = addRows(context, child, copiesOf(context, session, list));
  insertRevision(context, child.key, { ...START, number: 1, kind: 'start', at: start.createdAt });
  return updateSession(context, child, { ...added, revision: 1 });
}

function* copiesOf(context: StoreContext, session: SessionRow, list: Ranges): Generator<NewRow> {
  for (const { message, id, copyOf, createdAt, timeSource } of readRows(context, session, {
    ranges: list,
    state: START,
  })) {
    yield { message, copyOf: copyOf ?? id, created: { at: createdAt, source: timeSource } };
  }
}

/** A fresh id that no session has. */
export function freeSessionId(context: StoreContext): string {
  for (;;) {
    const id = newSessionId(context.now(), context.newId());
    if (findSession(context, id) === undefined) return id;
  }
}

/** Whether a session has this title. */
function isTaken({ driver }: StoreContext, title: string): boolean {
  return driver.get('SELECT 1 FROM sessions WHERE title = ?', title) !== undefined;
}
