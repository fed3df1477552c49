import type { ModelInfo } from '@hermes-context/contract';

/** More of a window is never held back for the answer: some models may write half of theirs, and never do. */
const MAX_RESERVE_RATIO = 0.2;

/** The most a request to a model may hold, in tokens: its window without the room for the answer. */
export function requestLimit({ contextTokens, maxOutputTokens = 0 }: ModelInfo): number {
  return contextTokens - Math.min(maxOutputTokens, Math.floor(contextTokens * MAX_RESERVE_RATIO));
}
