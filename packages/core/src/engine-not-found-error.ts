import { ContextHostError } from '@hermes-context/contract';
import { closestName } from '@hermes-context/messages';

/** What was asked for, and what there is. */
export interface MissingEngine {
  readonly requested: string;
  /** Names that would have worked. */
  readonly available: readonly string[];
  /** Folders that were searched, in order. */
  readonly searched: readonly string[];
}

/**
 * No plug-in answers to the name in `context.engine`.
 *
 * Returned as `resolution.notice` beside the built-in engine, since a chat must
 * go on; thrown only where a person is choosing.
 */
export class EngineNotFoundError extends ContextHostError {
  override readonly name = 'EngineNotFoundError';
  readonly code = 'CTX_ENGINE_NOT_FOUND';
  readonly requested: string;
  /** Names that would have worked, sorted. */
  readonly available: readonly string[];
  /** Folders that were searched, in order. */
  readonly searched: readonly string[];

  constructor({ requested, available, searched }: MissingEngine) {
    const names = available.toSorted();
    const meant = closestName(requested, names);
    const places = [...searched, 'the registered engines'].join(', ');
    super({
      what: `Context engine "${requested}" was not found.`,
      why: `context.engine asks for it, but these are all there are: ${names.join(', ')}. Looked in: ${places}.`,
      fix:
        meant === undefined
          ? 'Install the plug-in, or choose one of the names above: hermes plugins use NAME'
          : `Did you mean "${meant}"? Run: hermes plugins use ${meant}`,
    });
    this.requested = requested;
    this.available = names;
    this.searched = searched;
  }
}
