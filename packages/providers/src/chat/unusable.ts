import type { FinishedAnswer } from './finished-answer.ts';

/** An answer that is none. `what` follows the name of the model. */
export function unusable(what: string): FinishedAnswer {
  return { kind: 'unusable', failure: 'bad-response', what };
}

/** What is said of an answer that says nothing. */
export const EMPTY = 'answered with neither text nor calls';

/** An answer of which the provider's filter left nothing. */
export const FILTERED: FinishedAnswer = {
  kind: 'unusable',
  failure: 'content-filter',
  what: 'was stopped by the content filter of its provider',
};
