import { redactSecrets } from '@hermes-context/messages';
import { type HygieneFacts, type HygieneVerdict, needsHygiene } from './needs-hygiene.ts';

/** A longer time would wrap around inside the timer, and end at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** What a compaction came to. */
export interface HygieneCompaction {
  readonly kind: 'compacted' | 'unchanged';
  /** One sentence for a person. */
  readonly detail: string;
}

/** What hygiene needs of the session that it serves. */
export interface HygienePort {
  /** How things stand now. Must not throw. */
  facts(): HygieneFacts;
  /**
   * Compact the session, in place or by rotation, with its archive kept (S-071). Must tolerate that nobody waits for it any
   * more: its result is committed or discarded by its own rules then.
   *
   * @param signal - Aborts when the turn is stopped while it waits. Afterwards nobody aborts it any more: tie the
   * compaction to the life of the session yourself.
   */
  compact(signal: AbortSignal): Promise<HygieneCompaction>;
}

/** How long the turn may be held up, and what stops it. */
export interface HygieneOptions {
  /** In milliseconds. Afterwards the turn goes on uncompacted, and the compaction in the background. 0: no waiting. */
  readonly holdMs: number;
  /** The turn's. */
  readonly signal: AbortSignal;
}

/** What came of it, when the turn goes on. */
export interface HygieneRun {
  /**
   * `skipped`: not needed, or not now. `failed`: the compaction threw. `held`: it is not done yet and goes on in the
   * background. `stopped`: the turn was stopped while it waited.
   */
  readonly kind: 'skipped' | 'compacted' | 'unchanged' | 'failed' | 'held' | 'stopped';
  /** One sentence for a person. */
  readonly detail: string;
  readonly verdict: HygieneVerdict;
  /** When nothing of it runs any more. Never rejects: await it before the session is closed. */
  readonly finished: Promise<void>;
}

/**
 * Session hygiene before a turn: asks {@link needsHygiene} once and runs at most one compaction. Whatever happens to that,
 * the turn goes on, after `holdMs` at the latest.
 *
 * @returns What came of it. Rejects only if `facts` throws.
 */
export async function runHygiene(port: HygienePort, { holdMs, signal }: HygieneOptions): Promise<HygieneRun> {
  const verdict = needsHygiene(port.facts());
  if (!verdict.fires) return { kind: 'skipped', detail: verdict.detail, verdict, finished: Promise.resolve() };
  if (signal.aborted) return { ...STOPPED, verdict, finished: Promise.resolve() };
  const compaction = new AbortController();
  const outcome = compact(port, compaction.signal);
  const finished = outcome.then(() => undefined);
  const ended = await firstOf(outcome, { holdMs, signal });
  if (ended.kind === 'stopped') compaction.abort(signal.reason);
  return { ...ended, verdict, finished };
}

type Outcome = Pick<HygieneRun, 'kind' | 'detail'>;

const STOPPED: Outcome = {
  kind: 'stopped',
  detail: 'The turn was stopped before its session was compacted.',
};

/** The compaction, whose failure is a value. */
async function compact(port: HygienePort, signal: AbortSignal): Promise<Outcome> {
  try {
    const { kind, detail } = await port.compact(signal);
    return { kind, detail };
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
    return { kind: 'failed', detail: `The session was not compacted before the turn: ${redactSecrets(line)}` };
  }
}

/** What is there first: the outcome, the end of patience, or the end of the turn. Leaves no timer and no listener behind. */
function firstOf(outcome: Promise<Outcome>, { holdMs, signal }: HygieneOptions): Promise<Outcome> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => end(heldAfter(holdMs)), Math.min(Math.max(holdMs, 0), MAX_TIMER_MS));
    const stop = (): void => end(STOPPED);
    const end = (ended: Outcome): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve(ended);
    };
    signal.addEventListener('abort', stop, { once: true });
    void outcome.then(end);
  });
}

function heldAfter(holdMs: number): Outcome {
  return {
    kind: 'held',
    detail: `The compaction before the turn is not done after ${(holdMs / 1_000).toLocaleString('en')} s; the turn goes on without it, and it goes on in the background.`,
  };
}
