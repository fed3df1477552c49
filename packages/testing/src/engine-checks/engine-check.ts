import type { ContextEngine, EngineServices } from '@hermes-context/contract';

/** Makes the engine of one session; the services may be used or left alone. */
export type CreateEngine = (services: EngineServices) => ContextEngine | Promise<ContextEngine>;

/** How to look at an engine. */
export interface EngineCheckOptions {
  /** Window of the model, in tokens. Default 8,000: small, so that generated conversations outgrow it. */
  readonly contextTokens?: number;
  /** Services of the author's own, in place of those of `testServices`. */
  readonly services?: Partial<EngineServices>;
  /** Conversations tried for each promise. Default: fast-check's global `numRuns`, 100 unless configured. */
  readonly numRuns?: number;
  /** Try the conversations of an earlier run again; its failure names the seed. */
  readonly seed?: number;
}

/** One promise of the contract, as a test without a test runner. */
export interface EngineCheck {
  /** The promise, to follow "it". */
  readonly title: string;
  /** @throws Error that names the promise, what broke it, and the shortest conversation found that does. */
  run(create: CreateEngine, options?: EngineCheckOptions): Promise<void>;
}
