import { ContextHostError } from '@hermes-context/contract';

/** A config file cannot be edited as asked. Nothing was written. */
export class ConfigEditRefusedError extends ContextHostError {
  override readonly name = 'ConfigEditRefusedError';
  readonly code = 'CTX_CONFIG_EDIT_REFUSED';
}
