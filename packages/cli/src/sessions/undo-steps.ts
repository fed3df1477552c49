import type { ChangeResult, Lease, Revision, SessionStore } from '@hermes-context/sessions';
import { nothingToDo, refusedChange } from './refused-change.ts';

type Changed = Extract<ChangeResult, { kind: 'changed' }>;

/** Who holds the session while several changes are undone, for whoever finds it busy. */
const HOLDER = `hermes sessions undo (process ${process.pid})`;

/** What is to be undone. */
export interface UndoRequest {
  readonly sessionId: string;
  /** The newest first, at least one. */
  readonly steps: readonly Revision[];
  /** Revision of the list that the steps were found for. */
  readonly revision: number;
}

/**
 * Undo changes one after another. Where there are several, nobody else changes the list in between.
 *
 * @throws SessionUnchangedError where one was refused; it says how many were undone before.
 */
export async function undoSteps(store: SessionStore, request: UndoRequest): Promise<Changed> {
  const { sessionId, steps } = request;
  if (steps.length === 1) return undoOneByOne(store, request, undefined);
  const result = await store.acquireLease({ sessionId, holder: HOLDER });
  if (result.kind === 'busy') throw refusedChange(result, { command: 'undo', sessionId });
  try {
    return await undoOneByOne(store, request, result.lease);
  } finally {
    await store.releaseLease(result.lease);
  }
}

async function undoOneByOne(
  store: SessionStore,
  { sessionId, steps, revision }: UndoRequest,
  lease: Lease | undefined,
): Promise<Changed> {
  let last: Changed | undefined;
  for (const _ of steps) {
    const result = await store.undo({
      sessionId,
      expectedRevision: last?.revision ?? revision,
      ...(lease === undefined ? {} : { lease }),
    });
    if (result.kind !== 'changed') throw refusedChange(result, { command: 'undo', sessionId });
    last = result;
  }
  if (last === undefined) throw nothingToDo('No change is left that could be undone.', { command: 'undo', sessionId });
  return last;
}
