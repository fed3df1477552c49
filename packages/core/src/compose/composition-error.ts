import { ContextHostError } from '@hermes-context/contract';

/** Engines were put together in a way that cannot work: a mistake in the host's code. */
export class CompositionError extends ContextHostError {
  override readonly name = 'CompositionError';
  readonly code = 'CTX_COMPOSITION_INVALID';
}
