import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatDelta, ChatReply, ChatRequest } from './chat-model.ts';
import { ChatModelError } from './chat-model-error.ts';
import type { AskOutcome } from './exchange.ts';
import type { Patience } from './patience.ts';
import { isWorthRetry, retryWaitMs } from './retry-wait.ts';

/** Asks once. `onDelta` takes the pieces. */
export type AskOnce = (onDelta: (delta: ChatDelta) => void) => Promise<AskOutcome>;

/**
 * Ask, and again after a failure that may be chance, as long as no piece was handed out.
 *
 * @throws ChatModelError when no answer came, or none that can be used.
 * @throws The signal's reason, at once when it aborts: what goes on ends by itself, and nobody waits for it.
 */
export async function askUntilAnswered(
  request: Pick<ChatRequest, 'signal' | 'onDelta'>,
  patience: Patience,
  ask: AskOnce,
): Promise<ChatReply> {
  request.signal.throwIfAborted();
  return await orReason(retrying(request, patience, ask), request.signal);
}

async function retrying(
  request: Pick<ChatRequest, 'signal' | 'onDelta'>,
  { retries, retryDelayMs }: Patience,
  ask: AskOnce,
): Promise<ChatReply> {
  const { signal } = request;
  const deltas = new HandOut(request);
  for (let retriesBefore = 0; ; retriesBefore += 1) {
    const outcome = await ask((delta) => deltas.take(delta));
    if (outcome.kind === 'reply') return outcome.reply;
    const { facts, retryAfterMs } = outcome;
    const isFinal = deltas.hasBegun || retriesBefore >= retries || !isWorthRetry(facts.failure);
    if (isFinal) throw new ChatModelError(facts);
    await sleep(retryWaitMs({ retryAfterMs, retryDelayMs, retriesBefore }), undefined, { signal });
  }
}

/** Hands out pieces until the request is aborted, and knows whether there were any. */
class HandOut {
  readonly #request: Pick<ChatRequest, 'signal' | 'onDelta'>;
  #hasBegun = false;

  constructor(request: Pick<ChatRequest, 'signal' | 'onDelta'>) {
    this.#request = request;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  take(delta: ChatDelta): void {
    const { signal, onDelta } = this.#request;
    if (signal.aborted || onDelta === undefined) return;
    this.#hasBegun = true;
    onDelta(delta);
  }
}

/** What comes of the work, or the signal's reason at once. */
async function orReason<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
