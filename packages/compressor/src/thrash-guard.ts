import { MIN_SAVING_RATIO } from './check-progress.ts';

/** Passes in a row that may save too little before the automatic trigger stops. */
const MAX_INEFFECTIVE_PASSES = 2;

/** What one pass came to. */
export interface PassResult {
  readonly isEffective: boolean;
  /** Size of the request after the pass, in tokens, as far as known. */
  readonly requestTokens: number;
  readonly thresholdTokens: number;
}

/** What the guard remembers between passes. A value: each pass gives a new one. */
export interface ThrashGuard {
  readonly ineffectivePasses: number;
  /** Size from which on there is enough new content to try again, in tokens. */
  readonly resumeAtTokens: number;
}

/** No pass yet. */
export const CALM: ThrashGuard = { ineffectivePasses: 0, resumeAtTokens: 0 };

/** The guard after one more pass. */
export function afterPass(
  guard: ThrashGuard,
  { isEffective, requestTokens, thresholdTokens }: PassResult,
): ThrashGuard {
  if (isEffective) return CALM;
  return {
    ineffectivePasses: guard.ineffectivePasses + 1,
    // Less new content than this could not save a tenth either.
    resumeAtTokens: requestTokens + Math.ceil(thresholdTokens * MIN_SAVING_RATIO),
  };
}

/** Whether the automatic trigger must wait for new content. */
export function isBlocked(guard: ThrashGuard, promptTokens: number): boolean {
  return guard.ineffectivePasses >= MAX_INEFFECTIVE_PASSES && promptTokens < guard.resumeAtTokens;
}

/** Why the trigger waits, for a status page. */
export function describeBlock(guard: ThrashGuard): string {
  return (
    `The last ${guard.ineffectivePasses} compactions saved less than ${MIN_SAVING_RATIO * 100} % each. ` +
    `The automatic trigger waits until the request reaches ${guard.resumeAtTokens.toLocaleString('en-US')} tokens; ` +
    'a forced one works at any time.'
  );
}
