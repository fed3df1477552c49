import type { UnchangedReason } from '@hermes-context/contract';
import type { PartFailure } from './ask-part.ts';
import type { Unchanged } from './read-answer.ts';

/** What a part answered that did not change the list. */
export interface Remark {
  readonly name: string;
  readonly answer: Unchanged | PartFailure;
}

/** The more a person can do about it, the earlier. */
const MOST_TELLING: readonly UnchangedReason[] = [
  'summary-failed',
  'engine-failed',
  'ineffective',
  'pinned',
  'disabled',
  'no-progress',
  'nothing-to-compress',
  'declined',
  'below-threshold',
];

/** The sentence for a part that broke a promise or failed otherwise, and was passed over. */
function describeFailure(name: string, { promise, problem }: PartFailure): string {
  return `${name} was skipped, its answer breaks promise ${promise}: ${problem}`;
}

/** What parts said that changed nothing, as warnings: each once. */
export function warningsOf(remarks: readonly Remark[]): readonly string[] {
  return Array.from(
    new Set(
      remarks.flatMap(({ name, answer }) =>
        answer.kind === 'failed'
          ? [describeFailure(name, answer)]
          : (answer.warnings ?? []).map((warning) => `${name}: ${warning}`),
      ),
    ),
  );
}

/** What parts failed at though they answered, as warnings for an outcome that another part changed. */
export function failuresOf(
  remarks: readonly Remark[],
  reasons: readonly UnchangedReason[] = ['summary-failed', 'engine-failed'],
): readonly string[] {
  const sentences = remarks.flatMap(({ name, answer }) =>
    answer.kind === 'unchanged' && reasons.includes(answer.reason)
      ? [`${name} changed nothing (${answer.reason})${answer.detail === undefined ? '.' : `: ${answer.detail}`}`]
      : [],
  );
  return Array.from(new Set(sentences));
}

/**
 * One answer for parts of which none changed anything: the most telling reason among theirs, under the name of
 * the part whose it is. No remarks: nobody was asked, since nobody was due.
 */
export function settleUnchanged(remarks: readonly Remark[], warnings: readonly string[] = []): Unchanged {
  const answers = remarks.map(asUnchanged);
  const telling = answers.toSorted((left, right) => rankOf(left.reason) - rankOf(right.reason))[0];
  const all = [...warnings, ...warningsOf(remarks)];
  const more = all.length === 0 ? {} : { warnings: all };
  if (telling === undefined) {
    return { kind: 'unchanged', reason: 'below-threshold', detail: 'No engine is due at this size.', ...more };
  }
  return { ...telling, ...more };
}

function asUnchanged({ name, answer }: Remark): Unchanged {
  if (answer.kind === 'failed') {
    const { cause } = answer;
    const detail = describeFailure(name, answer);
    return { kind: 'unchanged', reason: 'engine-failed', detail, ...(cause === undefined ? {} : { cause }) };
  }
  const { warnings: _, detail, ...rest } = answer;
  return detail === undefined ? rest : { ...rest, detail: `${name}: ${detail}` };
}

function rankOf(reason: UnchangedReason): number {
  return MOST_TELLING.indexOf(reason);
}
