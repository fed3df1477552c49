import type { CompressRequest, ContextEngine, Messages } from '@hermes-context/contract';
import { describeCause } from '../describe-cause.ts';
import { orAborted } from '../or-aborted.ts';
import { readField } from '../read-field.ts';
import { settle } from '../settle.ts';
import { withDeadline } from '../with-deadline.ts';
import type { Breach } from './breach.ts';
import { lendMessages } from './lend-messages.ts';
import { type Compressed, readAnswer, type Unchanged } from './read-answer.ts';
import { timeLimitOf } from './time-limits.ts';

/** Why a part's answer cannot be used. */
export interface PartFailure extends Breach {
  readonly kind: 'failed';
  /** How it failed: a stable word for logs. */
  readonly how: 'threw' | 'timed-out' | 'broke-promise';
  readonly cause?: unknown;
}

/** What came of asking one engine of several. Narrow on `kind`. */
export type PartAnswer = Compressed | Unchanged | PartFailure;

/**
 * Ask one engine, and hold it to its promises. It sees messages that it cannot edit, and its signal aborts at
 * the deadline too, so that a good engine stops when nobody waits any more.
 *
 * @param timeoutMs - Default: five minutes, and for a composition as long as its parts may take.
 * @throws The signal's reason, as soon as the host aborts, whether the engine listens or not.
 */
export async function askPart(
  engine: ContextEngine,
  request: CompressRequest,
  timeoutMs?: number,
): Promise<PartAnswer> {
  const { messages, pins, signal } = request;
  signal.throwIfAborted();
  const limitMs = timeLimitOf(engine, timeoutMs);
  const stop = new AbortController();
  const lent = { ...request, messages: lendMessages(messages), signal: AbortSignal.any([signal, stop.signal]) };
  const asked = settle(() => engine.compress(lent));
  let answer: Awaited<ReturnType<typeof withDeadline<unknown>>>;
  try {
    answer = await withDeadline(orAborted(asked, signal), limitMs);
  } catch (cause) {
    signal.throwIfAborted();
    return threw(cause);
  }
  signal.throwIfAborted();
  if (answer.kind === 'settled') return judge(answer.value, { messages, pins });
  stop.abort(new DOMException('Nobody waits for this engine any more.', 'TimeoutError'));
  return { kind: 'failed', how: 'timed-out', promise: 'P3', problem: `It did not end within ${limitMs} ms.` };
}

/** Ask for a prune, which is over when it returns. An engine that cannot prune has nothing to win. */
export function askToPrune(engine: ContextEngine, messages: Messages): PartAnswer {
  if (engine.pruneOnly === undefined) return { kind: 'unchanged', reason: 'nothing-to-compress' };
  let answer: unknown;
  try {
    answer = engine.pruneOnly(lendMessages(messages));
  } catch (cause) {
    return threw(cause);
  }
  return judge(answer, { messages });
}

function judge(
  answer: unknown,
  given: { readonly messages: Messages; readonly pins?: readonly number[] | undefined },
): PartAnswer {
  const read = readAnswer(answer, given);
  return read.kind === 'broken' ? { kind: 'failed', how: 'broke-promise', ...read.breach } : read;
}

function threw(cause: unknown): PartFailure {
  const promise = isEditOfFrozen(cause) ? 'P5' : 'P4';
  return { kind: 'failed', how: 'threw', promise, problem: `It threw: ${describeCause(cause)}`, cause };
}

/** What the language throws at an edit of what is frozen. A guess for the report alone: nothing depends on it. */
function isEditOfFrozen(cause: unknown): boolean {
  const message = readField(cause, 'message');
  return (
    readField(cause, 'name') === 'TypeError' &&
    typeof message === 'string' &&
    /read only|not extensible|cannot (delete|add|redefine|assign)/i.test(message)
  );
}
