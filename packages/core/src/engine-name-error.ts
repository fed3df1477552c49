import { ContextHostError } from '@hermes-context/contract';
import { closestName } from '@hermes-context/messages';
import { ENGINE_NAME_RULE, quoteName } from './engine-name.ts';

/** What was asked for, and what there is. */
export interface BadEngineName {
  readonly requested: string;
  /** Names that would have worked. */
  readonly available: readonly string[];
}

/**
 * `context.engine` holds something that cannot be a name, such as a path. No folder was looked at.
 *
 * Returned as `resolution.notice` beside the built-in engine; thrown only where a person is choosing.
 */
export class EngineNameError extends ContextHostError {
  override readonly name = 'EngineNameError';
  readonly code = 'CTX_ENGINE_NAME_INVALID';
  readonly requested: string;
  /** Names that would have worked, sorted. */
  readonly available: readonly string[];

  constructor({ requested, available }: BadEngineName) {
    const names = available.toSorted();
    const meant = closestName(requested, names);
    super({
      what: `context.engine is ${quoteName(requested)}, which cannot name an engine.`,
      why: `It must be ${ENGINE_NAME_RULE}.`,
      fix:
        meant === undefined
          ? `Choose one of ${names.join(', ')}: hermes plugins use NAME`
          : `Did you mean "${meant}"? Run: hermes plugins use ${meant}`,
    });
    this.requested = requested;
    this.available = names;
  }
}
