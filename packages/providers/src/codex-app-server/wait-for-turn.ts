import { readField, readText } from '../chat/read-field.ts';
import { CodexAppServerError, type CodexFailure } from './codex-app-server-error.ts';
import type { RetireReason } from './codex-event.ts';
import type { CodexTurnOutcome } from './codex-turn.ts';
import type { OwnTurn } from './own-turn.ts';

/** How to lead a turn from its request to its end. */
export interface TurnLead {
  readonly threadId: string;
  /** Request that begins it. */
  readonly method: string;
  /** How long it may take, in milliseconds. */
  readonly limitMs: number;
  /** How long an interrupted turn may take to end, in milliseconds. */
  readonly graceMs: number;
  readonly signal: AbortSignal | undefined;
  readonly begin: () => Promise<unknown>;
  readonly interrupt: (turnId: string) => Promise<void>;
  readonly retire: (reason: RetireReason) => void;
}

/**
 * Begin a turn and wait for its end; interrupt it when it takes too long or its caller aborts.
 *
 * @throws CodexAppServerError when it does not begin, takes too long, or the server is gone.
 * @throws The signal's reason, once the turn has ended.
 */
export async function waitForTurn(own: OwnTurn, lead: TurnLead): Promise<CodexTurnOutcome> {
  await begin(own, lead);
  const first = await firstOf(own.ended, lead);
  if (typeof first !== 'string') return first;
  const isOver = await stop(own, lead);
  if (first === 'late') {
    lead.retire('time-limit');
    throw tooLong(lead);
  }
  if (!isOver) lead.retire('no-answer');
  throw lead.signal?.reason;
}

/** What kind of failure an error of the app-server is; `undefined` where it is none. */
export function failureOf(error: unknown): CodexFailure | undefined {
  return error instanceof CodexAppServerError ? error.facts.failure : undefined;
}

async function begin(own: OwnTurn, lead: TurnLead): Promise<void> {
  try {
    const turnId = readText(readField(await lead.begin(), 'turn'), 'id');
    if (turnId !== undefined) own.know(turnId);
  } catch (error) {
    if (failureOf(error) === 'timeout') lead.retire('no-answer'); // it may have begun all the same
    throw error;
  }
}

async function firstOf(
  ended: Promise<CodexTurnOutcome>,
  { signal, limitMs }: TurnLead,
): Promise<CodexTurnOutcome | 'aborted' | 'late'> {
  const { promise, resolve } = Promise.withResolvers<'aborted' | 'late'>();
  const onAbort = (): void => resolve('aborted');
  const timer = setTimeout(() => resolve('late'), limitMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted === true) onAbort();
  try {
    return await Promise.race([ended, promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Whether it is over within the time that it has for it. */
async function stop(own: OwnTurn, { graceMs, interrupt }: TurnLead): Promise<boolean> {
  const turnId = await within(own.begun, graceMs);
  if (turnId === undefined) return false;
  try {
    await interrupt(turnId);
  } catch {
    // It may have ended in the meantime, or the server is gone: the wait below tells.
  }
  return (await within(isSettled(own.ended), graceMs)) === true;
}

async function isSettled(work: Promise<unknown>): Promise<true> {
  await work.catch(() => undefined);
  return true;
}

async function within<Result>(work: Promise<Result>, ms: number): Promise<Result | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function tooLong({ threadId, method, limitMs }: TurnLead): CodexAppServerError {
  const detail = `It was still running after ${limitMs / 1000} s, and was interrupted.`;
  return new CodexAppServerError({ failure: 'timeout', method, detail, threadId });
}
