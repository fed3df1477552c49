import { ContextHostError } from '@hermes-context/contract';

/** Which engine failed to start, and how. */
export interface EngineCreateFailure {
  readonly engine: string;
  /** What is wrong, in whole sentences. */
  readonly problem: string;
  readonly cause?: unknown;
}

/** A plug-in was loaded, but made no engine that could be used. */
export class EngineCreateError extends ContextHostError {
  override readonly name = 'EngineCreateError';
  readonly code = 'CTX_ENGINE_CREATE_FAILED';
  readonly engine: string;

  constructor({ engine, problem, cause }: EngineCreateFailure) {
    super({
      what: `Context engine "${engine}" could not be started.`,
      why: problem,
      fix: 'Report this to its author, and choose another engine: hermes plugins use compressor',
      cause,
    });
    this.engine = engine;
  }
}
