import type { Messages } from '@hermes-context/contract';
import type { CheckResult } from '@hermes-context/testing/checks';

/** What a process of `hermes engine test` finds on its standard input, as JSON. */
export interface ProofTask {
  /** The plug-in's own folder, absolute; `null` for the built-in engine. */
  readonly folder: string | null;
  /** For the plug-in's `parseOptions`. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly work: ProofWork;
  readonly runs: number;
  readonly seed: number;
  /** How long one check may go on, in milliseconds; one answer of the engine may take a third of it. */
  readonly timeLimitMs: number;
  /** How much memory the process may fill, in bytes. */
  readonly memoryBytes: number;
}

/** What there is to do once the engine was made. Narrow on `kind`. */
export type ProofWork =
  /** The checks of these titles, in the order of the kit. */
  | { readonly kind: 'checks'; readonly titles: readonly string[] }
  /** One compression of each list, to see which one the engine does not survive. */
  | { readonly kind: 'lists'; readonly lists: readonly Messages[] };

/** What such a process tells, one line of JSON each. Narrow on `kind`. */
export type ProofMessage =
  /** The engine can be made: the checks begin. */
  | { readonly kind: 'ready'; readonly engine: string; readonly version: string }
  /** It cannot, and this is why. Nothing follows. */
  | { readonly kind: 'refused'; readonly error: RefusalFacts }
  | { readonly kind: 'start'; readonly title: string }
  /** Right before the engine gets a list. */
  | { readonly kind: 'try'; readonly messages: Messages }
  | { readonly kind: 'end'; readonly result: CheckResult }
  /** An error that nobody caught. Nothing follows. */
  | { readonly kind: 'threw'; readonly detail: string }
  /** All work was done. Nothing follows. */
  | { readonly kind: 'done' };

/** An error of ours, as facts. */
export interface RefusalFacts {
  readonly code: `CTX_${string}`;
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

/** The file descriptor of the process that the lines are written to: what a plug-in prints goes elsewhere. */
export const PROOF_DESCRIPTOR = 3;
