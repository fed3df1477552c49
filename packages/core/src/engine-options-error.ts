import { ContextHostError } from '@hermes-context/contract';
import { describeCause } from './describe-cause.ts';
import { BUILT_IN_ENGINE_NAME } from './engine-name.ts';

/** An engine failed over its options without saying which of them is wrong: a defect of the engine. */
export class EngineOptionsError extends ContextHostError {
  override readonly name = 'EngineOptionsError';
  readonly code = 'CTX_ENGINE_OPTIONS_FAILED';
  readonly engine: string;

  constructor({ engine, cause }: { readonly engine: string; readonly cause: unknown }) {
    const section = engine === BUILT_IN_ENGINE_NAME ? 'compression' : `context.options.${engine}`;
    super({
      what: `Context engine "${engine}" could not read its options.`,
      why: `Its parseOptions threw: ${describeCause(cause)}`,
      fix: `Report this to its author (parseOptions should throw an InvalidOptionError), and go back to its defaults: hermes config unset ${section}`,
      cause,
    });
    this.engine = engine;
  }
}
