import { COMPRESS_CHECKS } from './compress-checks.ts';
import type { EngineCheck } from './engine-check.ts';
import { OPTIONAL_CHECKS } from './optional-checks.ts';
import { TRIGGER_CHECKS } from './trigger-checks.ts';
import { TROUBLE_CHECKS } from './trouble-checks.ts';

/** All promises of the contract, each as a check that needs no test runner. */
export const contextEngineChecks: readonly EngineCheck[] = [
  ...TRIGGER_CHECKS,
  ...COMPRESS_CHECKS,
  ...TROUBLE_CHECKS,
  ...OPTIONAL_CHECKS,
];
