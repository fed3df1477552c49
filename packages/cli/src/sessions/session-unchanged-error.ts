import { ContextHostError } from '@hermes-context/contract';

/** A session or its store stayed as it was: somebody else is at it, or there is nothing to do. Exit code 1. */
export class SessionUnchangedError extends ContextHostError {
  override readonly name = 'SessionUnchangedError';
  readonly code = 'CTX_SESSION_UNCHANGED';
}
