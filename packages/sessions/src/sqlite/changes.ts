import type { ChangeRequest, ChangeResult, RewindRequest } from '../change.ts';
import { checkMessageId } from '../input-checks.ts';
import { afterRedo, afterRewind, afterUndo, type ListState, listAt } from '../view/list-state.ts';
import { holds, type Ranges, sizeOf, toSet } from '../view/ranges.ts';
import { busy, findHeld, holdsLease } from './lease-rows.ts';
import { sequenceOf } from './message-rows.ts';
import { getRevision, insertRevision, type RevisionRow } from './revision-rows.ts';
import { getSession, type SessionRow, updateSession } from './session-rows.ts';
import type { StoreContext } from './store-context.ts';
import { tokensOf } from './tokens-of.ts';

/** Hide the end of the live list, inside a transaction. */
export function rewind(context: StoreContext, request: RewindRequest): ChangeResult {
  return change(context, request, ({ session, today, number }) => {
    const list = listAt(today, session.sequence);
    const target = sequenceOf(session.id, checkMessageId(request.messageId));
    if (target === undefined || !holds(toSet(list), target)) {
      return `Session ${session.id} has no live message ${request.messageId}.`;
    }
    const state = afterRewind(today, session.sequence, placeOf(list, target));
    return { state, kind: 'rewind', chain: { top: number, under: today.top } };
  });
}

/** Take back the newest change in effect, inside a transaction. */
export function undo(context: StoreContext, request: ChangeRequest): ChangeResult {
  return change(context, request, ({ session, today, number }) => {
    if (today.top === undefined) return `No compaction and no rewind of session ${session.id} is in effect.`;
    const undone = getRevision(context, session.key, today.top);
    const before = getRevision(context, session.key, undone.number - 1);
    return {
      state: afterUndo({ before, change: undone, current: today, newest: session.sequence }),
      kind: 'undo',
      of: undone.number,
      compactions: undone.receipt === undefined ? 0 : -1,
      chain: { top: undone.under, redo: number, redoUnder: today.redo },
    };
  });
}

/** Bring back what was undone last, inside a transaction. */
export function redo(context: StoreContext, request: ChangeRequest): ChangeResult {
  return change(context, request, ({ session, today }) => {
    if (today.redo === undefined) return `Nothing of session ${session.id} was undone since its last change.`;
    const last = getRevision(context, session.key, today.redo);
    const redone = getRevision(context, session.key, last.of ?? 0);
    return {
      state: afterRedo({ change: redone, current: today, newest: session.sequence }),
      kind: 'redo',
      of: redone.number,
      compactions: redone.receipt === undefined ? 0 : 1,
      chain: { top: redone.number, redo: last.redoUnder },
    };
  });
}

interface Occasion {
  readonly session: SessionRow;
  readonly today: RevisionRow;
  /** Number of the revision to be made. */
  readonly number: number;
}

interface Step {
  readonly state: ListState;
  readonly kind: RevisionRow['kind'];
  readonly of?: number;
  /** By how many the compactions in effect change. Default 0. */
  readonly compactions?: number;
  readonly chain: Pick<RevisionRow, 'top' | 'under' | 'redo' | 'redoUnder'>;
}

/** What all changes without an engine have in common: who may, on which list, and what is written. */
function change(
  context: StoreContext,
  request: ChangeRequest,
  plan: (occasion: Occasion) => Step | string,
): ChangeResult {
  const session = getSession(context, request.sessionId);
  const refusal = refuse(context, session, request);
  if (refusal !== undefined) return refusal;
  const number = session.revision + 1;
  const step = plan({ session, today: getRevision(context, session.key, session.revision), number });
  if (typeof step === 'string') return { kind: 'nothing', detail: step };

  const { state, kind, of, compactions = 0, chain } = step;
  const at = context.now();
  insertRevision(context, session.key, { ...state, ...chain, number, kind, at, of });
  updateSession(context, session, { revision: number, updatedAt: at, compactions: session.compactions + compactions });
  return {
    kind: 'changed',
    revision: number,
    of: of ?? number,
    liveMessages: sizeOf(state.live),
    liveTokens: tokensOf(context, session, state.live),
  };
}

function refuse(context: StoreContext, session: SessionRow, request: ChangeRequest): ChangeResult | undefined {
  const { lease, expectedRevision } = request;
  if (session.continuedBy !== undefined) return { kind: 'continued', by: session.continuedBy };
  const held = findHeld(context, session);
  if (lease === undefined && held !== undefined) return busy(held);
  if (lease !== undefined && !holdsLease(context, session, lease)) return { kind: 'lease-lost' };
  if (expectedRevision !== undefined && expectedRevision !== session.revision) {
    return { kind: 'conflict', revision: session.revision };
  }
  return undefined;
}

function placeOf(list: Ranges, sequence: number): number {
  let place = 0;
  for (const { from, to } of list) {
    if (sequence >= from && sequence < to) return place + sequence - from;
    place += to - from;
  }
  return place;
}
