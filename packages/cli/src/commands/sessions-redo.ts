import type { Io } from '../io.ts';
import { EXIT_OK } from '../print-error.ts';
import { type ChangeReport, changeJson, renderChange } from '../sessions/change-report.ts';
import { jsonText } from '../sessions/json-text.ts';
import { type SessionsFlags, withStore } from '../sessions/open-store.ts';
import { type PickedSession, pickSession } from '../sessions/pick-session.ts';
import { refusedChange } from '../sessions/refused-change.ts';
import { allRevisions } from '../sessions/undo-plan.ts';

/**
 * `hermes sessions redo SESSION`: what was undone last takes effect again. With `--json` the same as `undo`.
 * @returns 0, or 1 where nothing was redone.
 */
export async function runSessionsRedo(name: string, flags: SessionsFlags, io: Io): Promise<number> {
  return withStore({ access: 'change', flags, io }, async (found) => {
    const report = await redo(await pickSession(name, found));
    io.out(flags.json === true ? jsonText(changeJson(report)) : renderChange(report, Date.now()));
    return EXIT_OK;
  });
}

async function redo({ store, session }: PickedSession): Promise<ChangeReport> {
  const sessionId = session.id;
  const result = await store.redo({ sessionId, expectedRevision: session.revision });
  if (result.kind !== 'changed') throw refusedChange(result, { command: 'redo', sessionId });
  const { of, revision, liveMessages, liveTokens } = result;
  return {
    command: 'redo',
    sessionId,
    isDryRun: false,
    changes: (await allRevisions(store, sessionId)).filter(({ number }) => number === of),
    revision,
    before: { messages: session.liveMessages, tokens: session.liveTokens },
    after: { messages: liveMessages, tokens: liveTokens },
  };
}
