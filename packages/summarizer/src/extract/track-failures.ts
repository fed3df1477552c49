import type { FailureSigns } from '@hermes-context/messages';
import type { ExtractContext, TurnState } from './extract-context.ts';
import type { CallFact } from './read-turns.ts';

/** A call that failed, counted over its repetitions. */
export interface FailedCall {
  readonly call: CallFact;
  readonly failure: FailureSigns;
  readonly count: number;
  /** Whether the same call succeeded later. */
  readonly isResolved: boolean;
  /** What became of the turn that it was in. */
  readonly turn: TurnState;
  readonly isNewestTurn: boolean;
}

/** Failed calls, the same call once, in the order of their last failure. */
export function trackFailures({ turns, maxLines, hasNewerRequest }: ExtractContext): readonly FailedCall[] {
  const failed = new Map<string, FailedCall>();
  for (const [index, turn] of turns.entries()) {
    const isNewestTurn = index === turns.length - 1 && !hasNewerRequest;
    for (const call of turn.steps) {
      if (call.kind === 'call') note(call, { failed, turn: turn.state, isNewestTurn });
    }
  }
  return [...failed.values()].slice(-maxLines);
}

/** Whether a failure is in the way: not repeated with success, and not part of a turn that came to its end. */
export function isBlocking({ isResolved, turn, isNewestTurn }: FailedCall): boolean {
  return !isResolved && (isNewestTurn || turn !== 'finished');
}

interface Tracking {
  readonly failed: Map<string, FailedCall>;
  readonly turn: TurnState;
  readonly isNewestTurn: boolean;
}

function note(call: CallFact, { failed, turn, isNewestTurn }: Tracking): void {
  if (call.result === undefined) return;
  const key = keyOf(call);
  const before = failed.get(key);
  if (call.failure === undefined) {
    if (before !== undefined) failed.set(key, { ...before, isResolved: true });
    return;
  }
  failed.delete(key); // so that the map is in the order of the last failure
  failed.set(key, {
    call,
    failure: call.failure,
    count: (before?.count ?? 0) + 1,
    isResolved: false,
    turn,
    isNewestTurn,
  });
}

/** A shell command is the same with another way of cutting its output. */
function keyOf({ tool, about }: CallFact): string {
  const command = about.replace(/(?: 2>&1)?(?: \| (?:head|tail|grep|cat)\b.*)?$/, '');
  return `${tool}\n${command}`;
}
