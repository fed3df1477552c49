import type { Revision } from '@hermes-context/sessions';
import type { Io } from '../io.ts';
import { EXIT_OK } from '../print-error.ts';
import { type ChangeReport, changeJson, renderChange } from '../sessions/change-report.ts';
import { jsonText } from '../sessions/json-text.ts';
import { type SessionsFlags, withStore } from '../sessions/open-store.ts';
import { parseCount } from '../sessions/parse-flags.ts';
import { type PickedSession, pickSession } from '../sessions/pick-session.ts';
import { previewUndo } from '../sessions/preview-undo.ts';
import { nothingToDo, refusedChange } from '../sessions/refused-change.ts';
import { allRevisions, planUndo } from '../sessions/undo-plan.ts';
import { undoSteps } from '../sessions/undo-steps.ts';
import { UsageError } from '../usage-error.ts';

/** The flags of `hermes sessions undo` as the command line has them. */
export interface SessionsUndoFlags extends SessionsFlags {
  readonly to?: string;
  readonly dryRun?: boolean;
}

/**
 * `hermes sessions undo SESSION`: take back its newest compaction or rewind, or all since a revision. With `--json`
 * `{ command, sessionId, isDryRun, changes, revision, before, after }`. @returns 0, or 1 where nothing was undone.
 */
export async function runSessionsUndo(name: string, flags: SessionsUndoFlags, io: Io): Promise<number> {
  const to = parseCount(flags.to, { option: '--to', max: Number.MAX_SAFE_INTEGER });
  const isDryRun = flags.dryRun === true;
  return withStore({ access: isDryRun ? 'read' : 'change', flags, io }, async (found) => {
    const picked = await pickSession(name, found);
    const report = await undo(picked, await planSteps(picked, to), isDryRun);
    io.out(flags.json === true ? jsonText(changeJson(report)) : renderChange(report, Date.now()));
    return EXIT_OK;
  });
}

/** The changes to take back: the newest one in effect, or those since a revision. */
async function planSteps({ store, session }: PickedSession, to: number | undefined): Promise<readonly Revision[]> {
  const attempt = { command: 'undo', sessionId: session.id } as const;
  if (session.continuedBy !== undefined) throw refusedChange({ kind: 'continued', by: session.continuedBy }, attempt);
  const revisions = await allRevisions(store, session.id);
  if (to === undefined) {
    const newest = revisions
      .filter(({ inEffect, kind }) => inEffect && kind !== 'start')
      .toSorted(byNumber)
      .at(-1);
    if (newest !== undefined) return [newest];
    throw nothingToDo('No compaction or rewind of it is in effect.', attempt);
  }
  const plan = planUndo(revisions, to);
  if (plan.kind === 'unreachable') throw unreachable(to, plan.why);
  if (plan.steps.length === 0) throw nothingToDo(`No change since revision ${to} is in effect.`, attempt);
  return plan.steps;
}

async function undo(
  { store, session }: PickedSession,
  steps: readonly Revision[],
  isDryRun: boolean,
): Promise<ChangeReport> {
  const before = { messages: session.liveMessages, tokens: session.liveTokens };
  const shared = { command: 'undo', sessionId: session.id, isDryRun, changes: steps, before } as const;
  if (isDryRun) return { ...shared, revision: undefined, after: await previewUndo(store, session.id, steps) };
  const { revision, liveMessages, liveTokens } = await undoSteps(store, {
    sessionId: session.id,
    steps,
    revision: session.revision,
  });
  return { ...shared, revision, after: { messages: liveMessages, tokens: liveTokens } };
}

function unreachable(to: number, why: string): UsageError {
  return new UsageError({
    what: `The list cannot be brought back to revision ${to} by undo.`,
    why,
    fix: 'See the changes with hermes sessions show SESSION --history, and choose another revision, or redo.',
  });
}

function byNumber(one: Revision, other: Revision): number {
  return one.number - other.number;
}
