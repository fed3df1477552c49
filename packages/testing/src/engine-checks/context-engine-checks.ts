import { ATOMIC_CHECKS } from './atomic-checks.ts';
import { COST_CHECKS } from './cost-checks.ts';
import { ENDING_CHECKS } from './ending-checks.ts';
import type { EngineCheck } from './engine-check.ts';
import { HONEST_CHECKS } from './honest-checks.ts';
import { LOSSLESS_CHECKS } from './lossless-checks.ts';
import { PRIVATE_CHECKS } from './private-checks.ts';
import { PURE_CHECKS } from './pure-checks.ts';
import { TRIGGER_CHECKS } from './trigger-checks.ts';
import { VALID_CHECKS } from './valid-checks.ts';

/** All that the kit checks of a context engine, P1 to P8, each as a check that needs no test runner. */
export const contextEngineChecks: readonly EngineCheck[] = [
  ...VALID_CHECKS,
  ...LOSSLESS_CHECKS,
  ...TRIGGER_CHECKS,
  ...ENDING_CHECKS,
  ...HONEST_CHECKS,
  ...PURE_CHECKS,
  ...COST_CHECKS,
  ...ATOMIC_CHECKS,
  ...PRIVATE_CHECKS,
];
