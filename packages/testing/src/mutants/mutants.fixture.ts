import { ATOMIC_MUTANTS } from './atomic-mutants.fixture.ts';
import { COST_MUTANTS } from './cost-mutants.fixture.ts';
import { ENDING_MUTANTS } from './ending-mutants.fixture.ts';
import { HONEST_MUTANTS } from './honest-mutants.fixture.ts';
import { LOSSLESS_MUTANTS } from './lossless-mutants.fixture.ts';
import type { Mutant } from './mutant.fixture.ts';
import { PRIVATE_MUTANTS } from './private-mutants.fixture.ts';
import { PURE_MUTANTS } from './pure-mutants.fixture.ts';
import { VALID_MUTANTS } from './valid-mutants.fixture.ts';

/** Defects that engines have had or may have, each planted into a sound engine. */
export const MUTANTS: readonly Mutant[] = [
  ...VALID_MUTANTS,
  ...LOSSLESS_MUTANTS,
  ...ENDING_MUTANTS,
  ...HONEST_MUTANTS,
  ...PURE_MUTANTS,
  ...COST_MUTANTS,
  ...ATOMIC_MUTANTS,
  ...PRIVATE_MUTANTS,
];
