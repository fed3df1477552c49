import type { Messages } from '@hermes-context/contract';

/** Name of one of the eight promises of a context engine. */
export type PromiseId = 'P1' | 'P2' | 'P3' | 'P4' | 'P5' | 'P6' | 'P7' | 'P8';

/** A promise that an engine did not keep. */
export interface Breach {
  readonly promise: PromiseId;
  /** One sentence for the engine's author. Numbers and rules, never message text. */
  readonly problem: string;
}

/** What an engine was given, and what came back. */
export interface ListChange {
  readonly before: Messages;
  readonly after: Messages;
  /** Indices into `before` that must be in `after` as the same objects. */
  readonly pins?: readonly number[];
}

/** Looks for one kind of breach. */
export type BreachCheck = (change: ListChange) => Breach | undefined;

/** The breach of a promise, in one sentence. */
export function breach(promise: PromiseId, problem: string): Breach {
  return { promise, problem };
}
