import { estimateMessagesTokens } from '@hermes-context/messages';
import type { BenchRow, RowRequest, RowSession } from '../row.ts';
import type { Trajectory } from '../trajectory.ts';
import { Measurement } from './measurement.ts';
import type { ReplayOptions } from './replay-options.ts';
import type { RunResult } from './run-result.ts';
import { type ReplayStep, stepsOf } from './steps.ts';

/**
 * Lead a conversation through a row, request by request: each answer of the model in the conversation is one request, sent
 * with what the row made of everything before it. What a row throws ends its replay, and is told in the result.
 */
export async function replayRow(row: BenchRow, trajectory: Trajectory, options: ReplayOptions): Promise<RunResult> {
  const { standIn, windowTokens, thresholdTokens, model, signal } = options;
  standIn.load(trajectory.key);
  const measurement = new Measurement(row, trajectory, options);
  const session = await row.open({
    windowTokens,
    thresholdTokens,
    model,
    summarizer: { baseUrl: standIn.baseUrl, model: standIn.model },
    countTokens: estimateMessagesTokens,
    signal,
  });
  try {
    await lead(session, trajectory, { ...options, measurement });
  } finally {
    await session.close();
  }
  return measurement.result();
}

interface Leading extends ReplayOptions {
  readonly measurement: Measurement;
}

async function lead(session: RowSession, trajectory: Trajectory, leading: Leading): Promise<void> {
  const { measurement } = leading;
  try {
    for (const step of stepsOf(trajectory, leading.compactsByHand === true)) await play(session, step, leading);
  } catch (cause) {
    measurement.noteFailure(cause);
    return;
  }
  await finish(session, leading);
}

async function play(session: RowSession, step: ReplayStep, leading: Leading): Promise<void> {
  const { measurement } = leading;
  const request = await timed(leading, () => session.next(step.added));
  measurement.seeRequest(request, step);
  if (!step.isSetPoint || session.compactNow === undefined) return;
  const compacted = await timed(leading, session.compactNow.bind(session));
  await measurement.seeSetPoint(compacted, session);
}

/** What is asked of a session whose conversation has ended. */
async function finish(session: RowSession, leading: Leading): Promise<void> {
  const { measurement } = leading;
  await measurement.seeEnd(session);
  const { compactNow } = session;
  if (compactNow === undefined) return;
  const once = await attempt(measurement, () => compactNow.call(session));
  if (once === undefined) return;
  const twice = await attempt(measurement, () => compactNow.call(session));
  if (twice === undefined) return;
  measurement.seeTwice(once, twice);
  if (once.compactions + twice.compactions === 0 || session.undo === undefined) return;
  const { undo } = session;
  const back = await attempt(measurement, () => undo.call(session));
  if (back !== undefined) measurement.seeUndo(back, twice.compactions === 0 ? undefined : once.messages);
}

async function attempt<Answer>(measurement: Measurement, call: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call();
  } catch (cause) {
    measurement.noteProblem(cause);
    return undefined;
  }
}

async function timed({ measurement, nowMs }: Leading, call: () => Promise<RowRequest>): Promise<RowRequest> {
  const startedMs = nowMs();
  const request = await call();
  measurement.addMs(nowMs() - startedMs);
  return request;
}
