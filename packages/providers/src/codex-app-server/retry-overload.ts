import { setTimeout as sleep } from 'node:timers/promises';
import { CodexAppServerError } from './codex-app-server-error.ts';

/** Longest wait in front of a try, in milliseconds: a person is waiting too. */
const MAX_WAIT_MS = 20_000;

/** How often a request is sent again that the server was too busy for. */
export interface OverloadRetry {
  /** Default 4; 0 fails at once. */
  readonly retries?: number;
  /** Wait in front of the first retry, in milliseconds; it doubles. Default 500. */
  readonly delayMs?: number;
  /** A number from 0 up to 1, for each wait; the lower it is, the shorter the wait, down to half. Default `Math.random`. */
  readonly random?: () => number;
}

/**
 * Ask, and again where the server was too busy: it has done nothing, so that nothing is done twice.
 *
 * @throws CodexAppServerError as `ask` does; its failure is `overload` after the last try.
 * @throws The signal's reason, when it aborts between two tries.
 */
export async function retryOverload<Result>(
  ask: () => Promise<Result>,
  retry: Required<OverloadRetry>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  for (let retriesBefore = 0; ; retriesBefore += 1) {
    try {
      return await ask();
    } catch (error) {
      if (retriesBefore >= retry.retries || !isOverload(error)) throw error;
    }
    await wait(overloadWaitMs(retry.delayMs, retriesBefore, retry.random()), signal);
  }
}

/** Wait in front of a retry, in milliseconds: between half and the whole of a delay that doubles, at most 20,000. */
export function overloadWaitMs(delayMs: number, retriesBefore: number, random: number): number {
  return Math.min(delayMs * 2 ** retriesBefore, MAX_WAIT_MS) * (0.5 + random / 2);
}

async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted(); // the timer's own error would hide the caller's reason
    throw error;
  }
}

function isOverload(error: unknown): boolean {
  return error instanceof CodexAppServerError && error.facts.failure === 'overload';
}
