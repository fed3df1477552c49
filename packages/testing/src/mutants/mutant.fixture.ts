import type { CreateEngine } from '../engine-checks/engine-check.ts';
import type { PromiseId } from '../engine-checks/promises.ts';

/** A sound engine with one defect, and who must find it. */
export interface Mutant {
  /** The promise that a report must name. */
  readonly promise: PromiseId;
  /** The check that finds it. */
  readonly check: string;
  /** What it does, to follow "an engine that". */
  readonly fault: string;
  readonly create: CreateEngine;
}

/** The mutants of one promise. */
export function mutantsOf(
  promise: PromiseId,
  rows: readonly (readonly [check: string, fault: string, create: CreateEngine])[],
): readonly Mutant[] {
  return rows.map(([check, fault, create]) => ({ promise, check, fault, create }));
}
