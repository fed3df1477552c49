import { APPEND_CHECKS } from './append-checks.ts';
import { BRANCH_CHECKS } from './branch-checks.ts';
import { COMMIT_CHECKS } from './commit-checks.ts';
import { CONTEST_CHECKS } from './contest-checks.ts';
import { IMPORT_CHECKS } from './import-checks.ts';
import { LEASE_CHECKS } from './lease-checks.ts';
import { LISTING_CHECKS } from './listing-checks.ts';
import { MODEL_CHECKS } from './model-check.ts';
import { RECORD_CHECKS } from './record-checks.ts';
import { REFUSAL_CHECKS } from './refusal-checks.ts';
import { ROTATION_CHECKS } from './rotation-checks.ts';
import { SEARCH_CHECKS } from './search-checks.ts';
import type { SessionStoreCheck } from './session-store-check.ts';
import { UNDO_CHECKS } from './undo-checks.ts';

/** All that the kit checks of a session store, one after another. */
export const sessionStoreChecks: readonly SessionStoreCheck[] = [
  ...APPEND_CHECKS,
  ...COMMIT_CHECKS,
  ...CONTEST_CHECKS,
  ...ROTATION_CHECKS,
  ...UNDO_CHECKS,
  ...BRANCH_CHECKS,
  ...LEASE_CHECKS,
  ...RECORD_CHECKS,
  ...IMPORT_CHECKS,
  ...REFUSAL_CHECKS,
  ...LISTING_CHECKS,
  ...SEARCH_CHECKS,
  ...MODEL_CHECKS,
];
