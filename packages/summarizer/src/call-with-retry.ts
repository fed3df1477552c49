import { setTimeout as sleep } from 'node:timers/promises';
import type { SummaryAttempt, SummaryFailureKind } from '@hermes-context/contract';
import { policyOf } from './failure-policy.ts';
import type { CallFailure, ModelReply } from './model-reply.ts';
import type { ModelRoute } from './model-route.ts';
import { askModel } from './model-summarizer.ts';

/** Longest wait that a provider can talk us into, in milliseconds: the user is waiting too. */
const MAX_WAIT_MS = 10_000;

/** After an answer that was cut off, how much of the size asked for is asked for again. */
const TRUNCATED_TARGET_RATIO = 0.5;

/** How one route is asked. */
export interface CallPolicy {
  readonly route: ModelRoute;
  readonly signal: AbortSignal;
  readonly idleTimeoutMs: number;
  /** How often a failure that may be chance is tried again. */
  readonly retries: number;
  /** Wait in front of a retry after an overload, in milliseconds, where the provider does not say. */
  readonly retryDelayMs: number;
  readonly onText: (receivedChars: number) => void;
  /** Told of each try. */
  readonly onAttempt: (attempt: SummaryAttempt) => void;
}

/**
 * Ask one route, and once more where that may help.
 *
 * @param promptFor - The prompt that asks for a summary of so many tokens.
 * @throws The signal's reason, when it aborts.
 */
export async function callWithRetry(
  policy: CallPolicy,
  promptFor: (targetTokens: number) => string,
  targetTokens: number,
): Promise<ModelReply> {
  let target = targetTokens;
  for (let triesLeft = policy.retries; ; triesLeft -= 1) {
    const reply = await askModel({ ...policy, prompt: promptFor(target) });
    policy.onAttempt(attemptOf(policy.route, reply));
    if (reply.kind === 'summary' || triesLeft <= 0 || !isWorthRetry(reply)) return reply;
    if (reply.failure === 'truncated') target = Math.ceil(target * TRUNCATED_TARGET_RATIO);
    await waitBeforeRetry(reply.failure, reply.retryAfterMs ?? policy.retryDelayMs, policy.signal);
  }
}

function isWorthRetry({ failure, isFinal = false }: CallFailure): boolean {
  return policyOf(failure).retry && !isFinal;
}

function attemptOf(route: ModelRoute, reply: ModelReply): SummaryAttempt {
  const usage = reply.usage === undefined ? {} : { usage: reply.usage };
  const shared = { source: 'model', model: route.model, ...usage } as const;
  if (reply.kind === 'summary') return { ...shared, outcome: 'ok' };
  return { ...shared, outcome: reply.failure, detail: reply.detail };
}

async function waitBeforeRetry(failure: SummaryFailureKind, ms: number, signal: AbortSignal): Promise<void> {
  if (failure !== 'overload' || ms <= 0) return;
  await sleep(Math.min(ms, MAX_WAIT_MS), undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
}
