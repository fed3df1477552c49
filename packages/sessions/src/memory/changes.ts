import type { ChangeRequest, ChangeResult, RewindRequest } from '../change.ts';
import { checkMessageId } from '../input-checks.ts';
import { findHolder, ownLease } from './leases.ts';
import {
  addRevision,
  type Entry,
  findSession,
  type MemorySession,
  messageId,
  restore,
  rowAt,
  type Snapshot,
  takeSnapshot,
  tokensOf,
  type Vault,
} from './rows.ts';

export function rewind(vault: Vault, request: RewindRequest): ChangeResult {
  return change(vault, request, (session) => {
    checkMessageId(request.messageId);
    const place = session.live.findIndex((sequence) => messageId(session, sequence) === request.messageId);
    if (place === -1) return nothing(`Session ${session.id} has no live message ${request.messageId}.`);
    const before = takeSnapshot(session);
    for (const sequence of session.live.splice(place)) rowAt(session, sequence).state = 'hidden';
    const entry = addRevision({ vault, session }, { kind: 'rewind', before });
    session.done.push(entry);
    session.undone = [];
    return changed(session, entry.number);
  });
}

export function undo(vault: Vault, request: ChangeRequest): ChangeResult {
  return change(vault, request, (session) => {
    const taken = session.done.pop();
    if (taken === undefined) return nothing(`No compaction and no rewind of session ${session.id} is in effect.`);
    const before = takeSnapshot(session);
    returnTo(session, taken.before, taken);
    for (let sequence = taken.before.states.length + 1; sequence <= taken.after.states.length; sequence += 1) {
      rowAt(session, sequence).state = 'hidden';
    }
    session.undone.push(taken);
    addRevision({ vault, session }, { kind: 'undo', before, of: taken.number });
    return changed(session, taken.number);
  });
}

export function redo(vault: Vault, request: ChangeRequest): ChangeResult {
  return change(vault, request, (session) => {
    const brought = session.undone.pop();
    if (brought === undefined) return nothing(`Nothing of session ${session.id} was undone since its last change.`);
    const before = takeSnapshot(session);
    returnTo(session, brought.after, brought);
    session.done.push(brought);
    addRevision({ vault, session }, { kind: 'redo', before, of: brought.number });
    return changed(session, brought.number);
  });
}

/** The list of a snapshot, and behind it what is live of all that came after a change. */
function returnTo(session: MemorySession, snapshot: Snapshot, { after }: Entry): void {
  const since = session.live.filter((sequence) => sequence > after.states.length);
  restore(session, snapshot);
  session.live.push(...since);
}

function change(vault: Vault, request: ChangeRequest, make: (session: MemorySession) => ChangeResult): ChangeResult {
  const session = findSession(vault, request.sessionId);
  if (session.continuedBy !== undefined) return { kind: 'continued', by: session.continuedBy };
  const { lease, expectedRevision } = request;
  if (lease !== undefined && ownLease(vault, session, lease) === undefined) return { kind: 'lease-lost' };
  const busy = lease === undefined ? findHolder(vault, session) : undefined;
  if (busy !== undefined) return busy;
  const revision = session.revisions.length;
  if (expectedRevision !== undefined && expectedRevision !== revision) return { kind: 'conflict', revision };
  return make(session);
}

function changed(session: MemorySession, of: number): ChangeResult {
  const { live, revisions } = session;
  const [liveMessages, liveTokens] = [live.length, tokensOf(session, live)];
  return { kind: 'changed', revision: revisions.length, of, liveMessages, liveTokens };
}

function nothing(detail: string): ChangeResult {
  return { kind: 'nothing', detail };
}
