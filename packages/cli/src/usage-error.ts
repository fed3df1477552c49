import { ContextHostError, type Explanation } from '@hermes-context/contract';

/** The command line asks for something that does not exist or does not go together. */
export class UsageError extends ContextHostError {
  override readonly name = 'UsageError';
  readonly code = 'CTX_USAGE';
}

/** The file to read cannot be read. */
export class InputError extends ContextHostError {
  override readonly name = 'InputError';
  readonly code = 'CTX_INPUT_UNREADABLE';
}

/** The result cannot be written where it should go. Nothing was changed. */
export class OutputError extends ContextHostError {
  override readonly name = 'OutputError';
  readonly code = 'CTX_OUTPUT_UNWRITABLE';

  constructor(explanation: Explanation) {
    super(explanation);
  }
}
