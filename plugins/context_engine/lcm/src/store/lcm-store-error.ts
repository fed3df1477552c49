import { ContextHostError } from '@hermes-context/contract';
import type { StoreFailure, StoreFailureReason } from './store-failure.ts';

/** A call to the store that could not be answered. Nothing was changed by it. */
export class LcmStoreError extends ContextHostError {
  override readonly name = 'LcmStoreError';
  readonly code = 'CTX_LCM_STORE';
  /** Branch on this. */
  readonly reason: StoreFailureReason;

  constructor({ reason, what, why, fix }: StoreFailure, cause?: unknown) {
    super({ what, why, fix, cause });
    this.reason = reason;
  }
}
