import type { PromiseId } from '@hermes-context/testing/checks';
import type { ProofEnd } from './run-proof.ts';

/** An end that came before all checks were made. */
export type EarlyEnd = Exclude<ProofEnd, { kind: 'done' } | { kind: 'refused' }>;

/** What an early end says about an engine. */
export interface EndFacts {
  /** The promise that it breaks, whatever was checked when it came. */
  readonly promise: PromiseId;
  /** What happened, to follow "The engine". */
  readonly what: string;
}

/**
 * Put an early end into words. Pure.
 *
 * @param lookedAt - The promise that was looked at when it came.
 */
export function explainEnd(end: EarlyEnd, lookedAt?: PromiseId): EndFacts {
  switch (end.kind) {
    case 'silent':
      return {
        // Where cost is looked at the lists are so long that what grows faster than they do seems never to end.
        promise: lookedAt === 'P6' ? 'P6' : 'P3',
        what: `did not come back within ${Math.round(end.silenceMs / 1_000)} seconds and had to be stopped: an endless loop, or a call that blocks.`,
      };
    case 'memory':
      return {
        promise: 'P6',
        what: `filled more than ${Math.round(end.memoryBytes / 2 ** 20)} MiB of memory, or was killed because memory ran out.`,
      };
    case 'threw':
      return {
        promise: 'P4',
        what: `threw where nobody can catch it, in a callback or a promise of its own, which ends the host: ${end.detail}`,
      };
    case 'exited':
      return { promise: 'P4', what: `ended the process (${end.how}), and with it the host, without a word.` };
  }
}
