import { type CompressRequest, isUnchangedReason, type Message, type Messages } from '@hermes-context/contract';
import { describeCause, gateOutcome, orAborted, withDeadline } from '@hermes-context/core';
import { repairMessages } from '@hermes-context/messages';
import type { CompactionRefusal, CompactionReport } from '../compaction-report.ts';
import type { EngineDesk } from '../engine-desk.ts';

/** What the engine is asked, and for how long. */
export interface EngineQuestion {
  readonly desk: EngineDesk;
  readonly request: CompressRequest;
  /** Messages whose calls are open, by identity: no repair may answer them. */
  readonly pinned: ReadonlySet<Message>;
  readonly timeoutMs: number;
  readonly work: EngineWork;
}

/** What an engine is asked for: to make the list fit, with a summary if it takes one, or to cut old results only. */
export type EngineWork = 'compact' | 'prune';

/** A list that may be committed, or why there is none. Narrow on `kind`. */
export type EngineAnswer =
  | {
      readonly kind: 'compressed';
      /** Valid for every provider. */
      readonly messages: Messages;
      readonly summary?: Summary;
      readonly warnings: readonly string[];
    }
  | Unchanged;

interface Unchanged {
  readonly kind: 'unchanged';
  readonly reason: CompactionRefusal;
  readonly detail: string;
  readonly warnings: readonly string[];
}

type Summary = NonNullable<Extract<CompactionReport, { kind: 'compacted' }>['summary']>;

/**
 * Have the engine compact a list, and take its answer through the gate only. Ends in time whatever the engine does: what
 * comes later is discarded. Never throws.
 */
export async function askEngine(question: EngineQuestion): Promise<EngineAnswer> {
  const { desk, request, timeoutMs, work } = question;
  const { signal } = request;
  const deadline = new AbortController();
  const running =
    work === 'prune'
      ? desk.prune(request.messages)
      : desk.compress({ ...request, signal: AbortSignal.any([signal, deadline.signal]) });
  try {
    const ended = await withDeadline(orAborted(running, signal), timeoutMs);
    if (ended.kind === 'settled') return judge(ended.value, question);
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

function judge(answer: unknown, { desk, request, pinned }: EngineQuestion): EngineAnswer {
  const verdict = gateOutcome(answer, request);
  if (verdict.kind === 'refused') return engineFailed(desk, verdict.problem);
  const { outcome } = verdict;
  if (outcome.kind === 'unchanged') {
    // A reason that this version does not know is a no all the same.
    const reason = isUnchangedReason(outcome.reason) ? outcome.reason : 'declined';
    const [detail = `The engine "${desk.name}" changed nothing: ${reason}.`] = textsIn([outcome.detail]);
    return { kind: 'unchanged', reason, detail, warnings: textsIn(outcome.warnings) };
  }
  const { messages } = repairMessages(outcome.messages, { pinned });
  // Read before the commit: nothing may fail behind it.
  const summary = summaryIn(outcome.report?.summary);
  return {
    kind: 'compressed',
    messages,
    warnings: [...textsIn(outcome.report?.warnings), ...textsIn([outcome.report?.shortfall])],
    ...(summary === undefined ? {} : { summary }),
  };
}

/** The texts in what a stranger calls a list of them. */
function textsIn(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.filter((each): each is string => typeof each === 'string' && each.trim() !== '');
}

function summaryIn(value: unknown): Summary | undefined {
  if (typeof value !== 'object' || value === null || !('source' in value) || !('tokens' in value)) return undefined;
  const { source, tokens } = value;
  if ((source !== 'model' && source !== 'extractive') || typeof tokens !== 'number') return undefined;
  return { source, tokens };
}

/** What the engine did wrong, for its author. */
export function engineFailed(desk: EngineDesk, problem: string): Unchanged {
  return failed(
    'engine-failed',
    `The engine "${desk.name}" failed, and the conversation stays as it is. ${problem} Report it to the engine's author, or choose another with hermes plugins use NAME.`,
  );
}

function failed(reason: CompactionRefusal, detail: string): Unchanged {
  return { kind: 'unchanged', reason, detail, warnings: [] };
}
