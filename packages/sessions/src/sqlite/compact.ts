import { isSummary } from '@hermes-context/messages';
import type { CommitRequest } from '../change.ts';
import type { MessageReference } from '../refer-messages.ts';
import type { Receipt } from '../revision.ts';
import { keepIndexNear } from '../sqlite-search/catch-up-index.ts';
import { afterCompaction, type ListState, listAt } from '../view/list-state.ts';
import { type Ranges, rangesOf, sizeOf } from '../view/ranges.ts';
import { addRows, messageId } from './message-rows.ts';
import { getRevision, insertRevision } from './revision-rows.ts';
import { type SessionRow, updateSession } from './session-rows.ts';
import type { StoreContext } from './store-context.ts';
import { tokensOf } from './tokens-of.ts';

/** A compaction of the list that a session has today. */
export interface CompactionOf {
  readonly session: SessionRow;
  readonly request: CommitRequest;
  /** The outcome, in sequences of this session. */
  readonly references: readonly MessageReference[];
  /** Sequence of the newest message that the engine saw, in this session. */
  readonly seenThrough: number;
  /** Of the session that a rotation closed; `''` in place. */
  readonly oldSessionId: string;
}

/** Put the outcome in place of the list that the engine saw, as a new revision. */
export function compact(context: StoreContext, compaction: CompactionOf): Receipt {
  const { session, references, seenThrough, oldSessionId } = compaction;
  const today = getRevision(context, session.key, session.revision);
  const newest = session.sequence;
  const number = session.revision + 1;
  const added = references.flatMap((reference) => (reference.kind === 'new' ? [reference.message] : []));
  const grown = addRows(
    context,
    session,
    added.map((message) => ({ message, madeBy: number })),
  );
  keepIndexNear(context);

  const list = listOf(references, newest);
  const { state, covered } = afterCompaction(today, { seen: seenThrough, newest, list, added: added.length });
  const summary = added.findIndex(isSummary);
  const summaryId = summary === -1 ? undefined : messageId(session.id, newest + 1 + summary);
  const receipt = receiptOf(context, compaction, { before: listAt(today, newest), state, covered, summaryId });
  const kind = oldSessionId === '' ? 'commit' : 'rotation';
  insertRevision(context, session.key, {
    ...state,
    number,
    kind,
    at: receipt.at,
    top: number,
    under: today.top,
    receipt,
  });
  updateSession(context, session, {
    ...grown,
    revision: number,
    updatedAt: receipt.at,
    compactions: receipt.compressionCount,
  });
  return receipt;
}

/** The new list; messages that are new get the sequences behind the newest one. */
function listOf(references: readonly MessageReference[], newest: number): Ranges {
  const sequences: number[] = [];
  let next = newest + 1;
  for (const reference of references) {
    sequences.push(reference.kind === 'kept' ? reference.sequence : next);
    if (reference.kind === 'new') next += 1;
  }
  return rangesOf(sequences);
}

interface Outcome {
  readonly before: Ranges;
  readonly state: ListState;
  readonly covered: Ranges;
  readonly summaryId: string | undefined;
}

function receiptOf(
  context: StoreContext,
  { session, request, oldSessionId }: CompactionOf,
  { before, state, covered, summaryId }: Outcome,
): Receipt {
  const { engine, model, durationMs, key } = request;
  return {
    key,
    sessionId: session.id,
    revision: session.revision + 1,
    inPlace: oldSessionId === '',
    oldSessionId,
    compressionCount: session.compactions + 1,
    engine,
    ...(model === undefined ? {} : { model }),
    ...(summaryId === undefined ? {} : { summaryId }),
    covered,
    coveredMessages: sizeOf(covered),
    messagesBefore: sizeOf(before),
    messagesAfter: sizeOf(state.live),
    tokensBefore: tokensOf(context, session, before),
    tokensAfter: tokensOf(context, session, state.live),
    ...(durationMs === undefined ? {} : { durationMs }),
    at: context.now(),
  };
}
