import { isSummary } from '@hermes-context/messages';
import { canonicalText } from '../canonical-message.ts';
import type { CommitRequest, CommitResult } from '../change.ts';
import { emitCompress } from '../compress-event.ts';
import { checkName, checkNumber } from '../input-checks.ts';
import { checkList } from '../message-shape.ts';
import { nextTitle } from '../next-title.ts';
import { type MessageReference, referMessages } from '../refer-messages.ts';
import type { Receipt } from '../revision.ts';
import { ownLease } from './leases.ts';
import { toRanges } from './records.ts';
import {
  addRevision,
  addRow,
  compactionsOf,
  findSession,
  type MemorySession,
  messageId,
  rowAt,
  takeSnapshot,
  textsOf,
  tokensOf,
  type Vault,
} from './rows.ts';
import { copyLive, createSession, ownerOf } from './sessions.ts';

export function commit(vault: Vault, request: CommitRequest): CommitResult {
  const session = findSession(vault, request.sessionId);
  checkName('key', request.key);
  checkName('engine', request.engine);
  const receipt = findReceipt(vault, session, request.key);
  if (receipt !== undefined) return { kind: 'repeated', receipt: structuredClone(receipt) };
  if (session.continuedBy !== undefined) return { kind: 'continued', by: session.continuedBy };
  if (ownLease(vault, session, request.lease) === undefined) return { kind: 'lease-lost' };
  const revision = session.revisions.length;
  if (request.expectedRevision !== revision) return { kind: 'conflict', revision };
  const written = write(vault, session, request);
  emitCompress(vault.emit, written);
  return { kind: 'committed', receipt: structuredClone(written) };
}

/** Of a compaction of this session, or of the rotation that closed it: who asks again may know the new id or the old one. */
function findReceipt(vault: Vault, session: MemorySession, key: string): Receipt | undefined {
  for (const { id, revisions } of vault.sessions.values()) {
    for (const { receipt } of revisions) {
      const isOf = id === session.id || receipt?.oldSessionId === session.id;
      if (isOf && receipt?.key === key) return receipt;
    }
  }
  return undefined;
}

function write(vault: Vault, session: MemorySession, request: CommitRequest): Receipt {
  const seen = seenBy(session, request.expectedSequence);
  const isInPlace = request.inPlace ?? true;
  const references = referMessages(checkList(request.outcome.messages), {
    // In a rotation, the copy of the first message of the list is message 1 of the child, and so on.
    seen: seen.map((sequence, index) => ({
      sequence: isInPlace ? sequence : index + 1,
      id: messageId(session, sequence),
      fingerprint: rowAt(session, sequence).text,
    })),
    fingerprintOf: canonicalText,
  });
  textsOf(references.flatMap((each) => (each.kind === 'new' ? [each.message] : [])));
  const target = isInPlace ? session : rotate(vault, session);
  return compact({ vault, session: target, request, references, seenCount: seen.length });
}

/** The list as the engine was given it: what is live of all that was there then. */
function seenBy(session: MemorySession, sequence: number): readonly number[] {
  const base = session.revisions.at(-1)?.after.states.length ?? 0;
  checkNumber(sequence, { name: 'expectedSequence', min: base, max: session.rows.length, fallback: base });
  return session.live.filter((each) => each <= sequence);
}

interface Compaction {
  readonly vault: Vault;
  /** The session that gets the new list. */
  readonly session: MemorySession;
  readonly request: CommitRequest;
  readonly references: readonly MessageReference[];
  /** How many messages at the start of its list the engine saw. */
  readonly seenCount: number;
}

function compact({ vault, session, request, references, seenCount }: Compaction): Receipt {
  const before = takeSnapshot(session);
  const kept = new Set(references.flatMap((each) => (each.kind === 'kept' ? [each.sequence] : [])));
  const covered = before.live.slice(0, seenCount).filter((sequence) => !kept.has(sequence));
  for (const sequence of covered) rowAt(session, sequence).state = 'compacted';
  const number = session.revisions.length + 1;
  let summaryId: string | undefined;
  const list = references.map((reference) => {
    if (reference.kind === 'kept') return reference.sequence;
    const sequence = addRow({ vault, session }, canonicalText(reference.message), { madeBy: number });
    if (isSummary(reference.message)) summaryId ??= messageId(session, sequence);
    return sequence;
  });
  session.live = [...list, ...before.live.slice(seenCount)];
  const isInPlace = request.inPlace ?? true;
  const { key, engine, model, durationMs } = request;
  const receipt: Receipt = {
    sessionId: session.id,
    revision: number,
    inPlace: isInPlace,
    key,
    oldSessionId: isInPlace ? '' : request.sessionId,
    compressionCount: compactionsOf(session) + 1,
    engine,
    ...(model === undefined ? {} : { model }),
    ...(summaryId === undefined ? {} : { summaryId }),
    covered: toRanges(covered.toSorted((one, other) => one - other)),
    coveredMessages: covered.length,
    messagesBefore: before.live.length,
    messagesAfter: session.live.length,
    tokensBefore: tokensOf(session, before.live),
    tokensAfter: tokensOf(session, session.live),
    ...(durationMs === undefined ? {} : { durationMs }),
    at: vault.now(),
  };
  const kind = isInPlace ? 'commit' : 'rotation';
  session.done.push(addRevision({ vault, session }, { kind, before, receipt }));
  session.undone = [];
  return receipt;
}

/** The session that goes on from one, with a copy of its list. */
function rotate(vault: Vault, parent: MemorySession): MemorySession {
  const { title } = parent;
  const inherited = compactionsOf(parent);
  const child = createSession(vault, {}, { origin: 'rotation', parentSessionId: parent.id, inherited });
  if (title !== undefined) child.title = nextTitle(title, (next) => ownerOf(vault, next) !== undefined);
  child.metadata = parent.metadata;
  child.goal = parent.goal;
  copyLive(vault, parent, child);
  parent.goal = undefined;
  parent.continuedBy = child.id;
  parent.updatedAt = vault.now();
  return child;
}
