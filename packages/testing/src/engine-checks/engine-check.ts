import type { ContextEngine, EngineServices, Messages } from '@hermes-context/contract';
import type { PromiseId } from './promises.ts';

/** How long one check goes on unless told otherwise, in milliseconds. */
export const DEFAULT_TIME_LIMIT_MS = 30_000;

/** Makes the engine of one session; the services may be used or left alone. */
export type CreateEngine = (services: EngineServices) => ContextEngine | Promise<ContextEngine>;

/** How to look at an engine. */
export interface EngineCheckOptions {
  /** Window of the model, in tokens. Default 8,000: small, so that generated conversations outgrow it. */
  readonly contextTokens?: number;
  /** Services of the author's own, in place of those of `testServices`. */
  readonly services?: Partial<EngineServices>;
  /** Conversations tried for each check. Default: fast-check's global `numRuns`, 100 unless configured. */
  readonly numRuns?: number;
  /** Try the conversations of an earlier run again; its failure names the seed. */
  readonly seed?: number;
  /**
   * How long one check goes on, in milliseconds; default 30,000. A slow engine is tried on fewer conversations rather
   * than for ever. An engine that does not answer within a third of it counts as hanging.
   */
  readonly timeLimitMs?: number;
  /** Whether to look for the shortest conversation that breaks a promise. Default true; false answers sooner, with the first one found. */
  readonly shrink?: boolean;
  /** Told of each list right before the engine gets it: what a watchdog in another thread shows when the engine never returns. */
  readonly onTry?: (messages: Messages) => void;
}

/** What one check found. */
export interface CheckResult {
  /** What was checked, to follow "it". */
  readonly title: string;
  readonly ok: boolean;
  /** What the engine did that it should not, and on what; absent where all is well. */
  readonly detail?: string;
  /** The shortest conversation found on which it does; absent where none was generated. */
  readonly counterexample?: Messages;
  /** Pass it as `seed` to see the failure again. */
  readonly seed?: number;
  /** How long the check took. */
  readonly ms: number;
  /** How many conversations were tried, shrinking not counted. */
  readonly runs: number;
}

/** One thing that an engine's promise asks for, as a test without a test runner. */
export interface EngineCheck {
  /** The promise that is broken where the check fails. */
  readonly promise: PromiseId;
  /** What is checked, to follow "it". Stable within a release; unique. */
  readonly title: string;
  /** Look at an engine. Does not throw for what the engine does. */
  examine(create: CreateEngine, options?: EngineCheckOptions): Promise<CheckResult>;
  /** @throws Error that names the promise, what broke it, and the shortest conversation found that does. */
  run(create: CreateEngine, options?: EngineCheckOptions): Promise<void>;
}
