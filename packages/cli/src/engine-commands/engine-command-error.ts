import { ContextHostError, type Explanation } from '@hermes-context/contract';

/** A command of an engine did not come out well, or its code failed. What the engine keeps is for it to say. */
export class EngineCommandError extends ContextHostError {
  override readonly name = 'EngineCommandError';
  readonly code = 'CTX_ENGINE_COMMAND_FAILED';
  readonly engine: string;
  readonly command: string;

  constructor({ engine, command, explanation }: EngineCommandFailure) {
    super(explanation);
    this.engine = engine;
    this.command = command;
  }
}

/** Which command failed, and how. */
export interface EngineCommandFailure extends CommandName {
  readonly explanation: Explanation;
}

/** A command of an engine by its two words. */
export interface CommandName {
  readonly engine: string;
  readonly command: string;
}

/** The code of the command is at fault: it threw, or did not answer as the contract says. `why` is a whole sentence. */
export function defectOf({ engine, command }: CommandName, why: string, cause?: unknown): EngineCommandError {
  return new EngineCommandError({
    engine,
    command,
    explanation: {
      what: `The command "${command}" of the engine "${engine}" failed.`,
      why,
      fix: 'Report it to its author, together with the command.',
      cause,
    },
  });
}
