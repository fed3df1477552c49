import { ContextHostError } from '@hermes-context/contract';
import type { RefusalFacts } from './proof-task.ts';

const CREATE_FAILED = 'CTX_ENGINE_CREATE_FAILED';

/** An engine that cannot be tested, since it cannot be had. Carries the code of what another process found. */
export class RefusedEngineError extends ContextHostError {
  override readonly name = 'RefusedEngineError';
  readonly code: RefusalFacts['code'];

  constructor({ code, what, why, fix }: RefusalFacts) {
    // Whoever tests an engine is its author: nobody to report to, and another engine is no help.
    super({ what, why, fix: code === CREATE_FAILED ? 'Correct it in the engine’s create, then test again.' : fix });
    this.code = code;
  }
}
