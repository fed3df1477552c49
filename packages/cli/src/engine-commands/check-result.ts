import type { EngineCommandResult, Explanation } from '@hermes-context/contract';
import { readField } from './read-field.ts';

/** What a command answered, once it is known to be an answer; else why it is none, in a sentence. */
export type CheckedResult =
  | { readonly kind: 'result'; readonly result: EngineCommandResult }
  | { readonly kind: 'defect'; readonly problem: string };

/** Look at what a stranger's command answered. Pure. */
export function checkResult(value: unknown): CheckedResult {
  const problem = problemOf(value);
  return isResult(value, problem) ? { kind: 'result', result: value } : { kind: 'defect', problem: problem ?? '' };
}

function isResult(_value: unknown, problem: string | undefined): _value is EngineCommandResult {
  return problem === undefined;
}

function problemOf(value: unknown): string | undefined {
  const kind = readField(value, 'kind');
  const text = readField(value, 'text');
  if (!hasJson(readField(value, 'data'))) return 'The data of its result is nothing that JSON can hold.';
  switch (kind) {
    case 'done':
      return typeof text === 'string' ? undefined : 'Its result has no text.';
    case 'failed':
    case 'usage':
      if (typeof (text ?? '') !== 'string') return 'The text of its result is none.';
      return isExplanation(readField(value, 'problem')) ? undefined : 'Its result does not say what, why and fix.';
    default:
      return 'Its run did not answer with a result of a kind that there is.';
  }
}

function hasJson(data: unknown): boolean {
  if (data === undefined) return true;
  try {
    return JSON.stringify(data) !== undefined;
  } catch {
    return false;
  }
}

/** Whether a value has the three sentences of an error. */
export function isExplanation(value: unknown): value is Explanation {
  return ['what', 'why', 'fix'].every((field) => {
    const sentence = readField(value, field);
    return typeof sentence === 'string' && sentence !== '';
  });
}
