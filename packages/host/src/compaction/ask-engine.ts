import { type CompressRequest, isUnchangedReason, type Message, type Messages } from '@hermes-context/contract';
import { describeCause, gateOutcome, orAborted, withDeadline } from '@hermes-context/core';
import { repairMessages } from '@hermes-context/messages';
import type { CompactionRefusal, CompactionReport } from '../compaction-report.ts';
import type { EngineDesk } from '../engine-desk.ts';
import { keepInAnswer, type PinCounts, type PinTask, whyNoGain } from '../pins/keep-in-answer.ts';

/** What the engine is asked, and for how long. */
export interface EngineQuestion {
  readonly desk: EngineDesk;
  readonly request: CompressRequest;
  /** Messages whose calls are open, by identity: no repair may answer them. */
  readonly pinned: ReadonlySet<Message>;
  readonly timeoutMs: number;
  readonly work: EngineWork;
  /** What must stand in the answer, whatever the engine makes of it. Absent: nothing. */
  readonly pins?: PinTask;
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
      readonly pins?: PinCounts;
      readonly warnings: readonly string[];
    }
  | Unchanged;

interface Unchanged {
  readonly kind: 'unchanged';
  readonly reason: CompactionRefusal;
  readonly detail: string;
  readonly warnings: readonly string[];
}

type Compressed = Extract<EngineAnswer, { kind: 'compressed' }>;

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

function judge(answer: unknown, question: EngineQuestion): EngineAnswer {
  const { desk, request } = question;
  const verdict = gateOutcome(answer, request);
  if (verdict.kind === 'refused') return engineFailed(desk, verdict.problem);
  const { outcome } = verdict;
  if (outcome.kind === 'unchanged') {
    // A reason that this version does not know is a no all the same.
    const reason = isUnchangedReason(outcome.reason) ? outcome.reason : 'declined';
    const [detail = `The engine "${desk.name}" changed nothing: ${reason}.`] = textsIn([outcome.detail]);
    return { kind: 'unchanged', reason, detail, warnings: textsIn(outcome.warnings) };
  }
  // Read before the commit: nothing may fail behind it.
  const summary = summaryIn(outcome.report?.summary);
  const warnings = [...textsIn(outcome.report?.warnings), ...textsIn([outcome.report?.shortfall])];
  return withPins(
    { kind: 'compressed', messages: outcome.messages, warnings, ...(summary === undefined ? {} : { summary }) },
    question,
  );
}

/** The answer with its pins, valid for every provider; no answer where it is no gain with them. */
function withPins(answer: Compressed, { pinned, pins }: EngineQuestion): EngineAnswer {
  if (pins === undefined) return { ...answer, messages: repairMessages(answer.messages, { pinned }).messages };
  const kept = keepInAnswer(answer.messages, pins);
  const { messages } = repairMessages(kept.messages, { pinned });
  const warnings = [...answer.warnings, ...kept.warnings];
  const problem = whyNoGain(messages, pins);
  if (problem !== undefined) return { kind: 'unchanged', reason: 'no-progress', detail: problem, warnings };
  return { ...answer, messages, pins: kept.counts, warnings };
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
