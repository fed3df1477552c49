import { ContextHostError } from '@hermes-context/contract';

/** `context.engine` is `pipeline`, and no stage of it can run. The built-in engine runs instead. */
export class NoStagesError extends ContextHostError {
  override readonly name = 'NoStagesError';
  readonly code = 'CTX_STAGES_MISSING';

  /** @param stages - What `context.stages` names. */
  constructor(stages: readonly string[]) {
    super({
      what: 'The engine "pipeline" has no stage to run.',
      why:
        stages.length === 0
          ? 'It runs the engines that context.stages names, one after another, and that names none.'
          : `None of the engines in context.stages can be used: ${stages.length} ${stages.length === 1 ? 'was' : 'were'} left out.`,
      fix: "Name engines of `hermes plugins list`: hermes config set context.stages '[NAME, compressor]'",
    });
  }
}
