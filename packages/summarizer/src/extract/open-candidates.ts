import { oneLine } from '@hermes-context/messages';
import { ageOf, type Candidate } from './candidates.ts';
import { type CallStyle, describeCall } from './describe-calls.ts';
import type { AssessedTurn, ExtractContext } from './extract-context.ts';
import { isLastGoalOpen, isNewestOpen } from './goal-candidates.ts';
import { isTodo } from './patterns.ts';
import { dataQuote, quote } from './quote.ts';
import type { CallFact } from './read-turns.ts';
import { newestTasks, type TaskEntry } from './task-list.ts';
import { type FailedCall, isBlocking } from './track-failures.ts';
import { fill } from './words.ts';

const LAST_STEPS = 3;
const TASK_MAX_CHARS = 160;
const ERROR_MAX_CHARS = 160;
const MAX_TODOS = 3;

/** Where the work stands: the newest request, its last calls, what waits for a result, the task at hand. */
export function progressCandidates(context: ExtractContext, style: CallStyle, hasGoal: boolean): readonly Candidate[] {
  const { turns, words } = context;
  const last = turns.at(-1);
  if (last === undefined) return [];
  const calls = callsOf(last);
  const waiting = calls.filter((call) => call.result === undefined);
  const active = tasksOf(turns).filter((task) => task.state === 'active');
  const candidates: Candidate[] = [];
  if (isLastGoalOpen(context) && hasGoal) candidates.push({ text: words.newestOpen, rank: 0 });
  for (const task of active) candidates.push({ text: oneLine(task.text, TASK_MAX_CHARS), rank: 0.1 });
  if (isNewestOpen(context) && calls.length > 0) {
    const steps = calls.slice(-LAST_STEPS).map((call) => describeCall(call, style));
    candidates.push({ text: fill(words.lastSteps, { steps: steps.join('; ') }), rank: 0.3 });
  }
  for (const call of waiting.slice(-LAST_STEPS)) {
    candidates.push({ text: fill(words.waiting, { call: describeCall(call, style) }), rank: 0.2 });
  }
  return candidates;
}

/** Calls that failed and were not repeated with success, oldest first. Those of a finished turn are in nobody's way. */
export function blockedCandidates(failed: readonly FailedCall[], style: CallStyle): readonly Candidate[] {
  const open = failed.filter(isBlocking);
  return open.map(({ call, failure, count }, index) => {
    const times = count === 1 ? '' : ` ×${count}`;
    const code = failure.exitCode === undefined ? '' : ` (exit code ${failure.exitCode})`;
    const line = failure.lines[0] === undefined ? '' : `: ${dataQuote(failure.lines[0], ERROR_MAX_CHARS)}`;
    const text = `${fill(style.words.failed, { call: describeCall(call, style) })}${times}${code}${line}`;
    return { text, rank: ageOf(index, open.length) };
  });
}

/** What is left to do, by the newest open request, the task list, and the assistant's last words. */
export function nextCandidates(context: ExtractContext, hasGoal: boolean): readonly Candidate[] {
  const { turns, words, language, sizes } = context;
  const last = turns.at(-1);
  if (last === undefined) return [];
  const open = tasksOf(turns).filter((task) => task.state === 'open');
  const said = last.steps.findLast((step) => step.kind === 'said');
  const todos = said?.kind === 'said' ? said.sentences.filter((sentence) => isTodo(sentence, language)) : [];
  const isOpen = isLastGoalOpen(context) && hasGoal;
  return [
    ...(isOpen ? [{ text: words.finishNewest, rank: 0 }] : []),
    ...open.map((task, index) => ({ text: oneLine(task.text, TASK_MAX_CHARS), rank: 0.2 + index / 100 })),
    ...todos.slice(0, MAX_TODOS).map((sentence) => ({ text: quote(sentence, sizes.sentence), rank: 0.5 })),
  ];
}

function callsOf({ steps }: AssessedTurn): readonly CallFact[] {
  return steps.filter((step) => step.kind === 'call');
}

/** The task list counts as long as its turn is the newest with calls; a later request may have made it void. */
function tasksOf(turns: readonly AssessedTurn[]): readonly TaskEntry[] {
  const last = turns.findLast((turn) => callsOf(turn).length > 0);
  return last === undefined ? [] : newestTasks(callsOf(last));
}
