import type { CompressOutcome, CompressRequest } from '@hermes-context/contract';
import { describeCause, gateOutcome, orAborted, withDeadline } from '@hermes-context/core';
import type { CompactionRefusal } from '../compaction-report.ts';
import type { EngineDesk } from '../engine-desk.ts';

/** What the engine is asked, and for how long. */
export interface EngineQuestion {
  readonly desk: EngineDesk;
  readonly request: CompressRequest;
  readonly timeoutMs: number;
}

/** A list that may be committed, or why there is none. Narrow on `kind`. */
export type EngineAnswer =
  | { readonly kind: 'compressed'; readonly outcome: Extract<CompressOutcome, { kind: 'compressed' }> }
  | {
      readonly kind: 'unchanged';
      readonly reason: CompactionRefusal;
      readonly detail: string;
      readonly warnings: readonly string[];
    };

/**
 * Have the engine compact a list, and take its answer through the gate only. Ends in time whatever the engine does: what
 * comes later is discarded. Never throws.
 */
export async function askEngine({ desk, request, timeoutMs }: EngineQuestion): Promise<EngineAnswer> {
  const { signal } = request;
  const deadline = new AbortController();
  const running = desk.compress({ ...request, signal: AbortSignal.any([signal, deadline.signal]) });
  try {
    const ended = await withDeadline(orAborted(running, signal), timeoutMs);
    if (ended.kind === 'settled') return judge(ended.value, { desk, request });
    deadline.abort(new DOMException('The compaction took too long.', 'TimeoutError'));
    return failed(
      'timed-out',
      `The engine "${desk.name}" did not end within ${timeoutMs / 1000} s; the conversation stays as it is.`,
    );
  } catch (error) {
    if (signal.aborted) return failed('stopped', 'The compaction was stopped; the conversation stays as it is.');
    return engineFailed(desk, `It threw: ${describeCause(error)}`);
  }
}

function judge(answer: unknown, { desk, request }: Pick<EngineQuestion, 'desk' | 'request'>): EngineAnswer {
  const verdict = gateOutcome(answer, request);
  if (verdict.kind === 'refused') return engineFailed(desk, verdict.problem);
  const { outcome } = verdict;
  if (outcome.kind === 'compressed') return { kind: 'compressed', outcome };
  return {
    kind: 'unchanged',
    reason: outcome.reason,
    detail: outcome.detail ?? `The engine "${desk.name}" changed nothing: ${outcome.reason}.`,
    warnings: outcome.warnings ?? [],
  };
}

function engineFailed(desk: EngineDesk, problem: string): EngineAnswer {
  return failed(
    'engine-failed',
    `The engine "${desk.name}" failed, and the conversation stays as it is. ${problem} Report it to the engine's author, or choose another with hermes plugins use NAME.`,
  );
}

function failed(reason: CompactionRefusal, detail: string): EngineAnswer {
  return { kind: 'unchanged', reason, detail, warnings: [] };
}
