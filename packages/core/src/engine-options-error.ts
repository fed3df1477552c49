import { ContextHostError } from '@hermes-context/contract';
import { describeCause } from './describe-cause.ts';

/** An engine failed over its options without saying which of them is wrong: a defect of the engine. */
export class EngineOptionsError extends ContextHostError {
  override readonly name = 'EngineOptionsError';
  readonly code = 'CTX_ENGINE_OPTIONS_FAILED';
  readonly engine: string;

  constructor({ engine, cause }: { readonly engine: string; readonly cause: unknown }) {
    super({
      what: `Context engine "${engine}" could not read its options.`,
      why: `Its parseOptions threw: ${describeCause(cause)}`,
      fix: "Remove the engine's options for its defaults, and report this to its author: parseOptions should throw an InvalidOptionError.",
      cause,
    });
    this.engine = engine;
  }
}
