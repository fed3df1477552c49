import { ContextHostError } from '@hermes-context/contract';
import { closestName } from '@hermes-context/messages';

/** Which plug-in was asked for, and what there is. */
export interface MissingPlugin {
  readonly requested: string;
  /** Names of general plug-ins that would have worked. */
  readonly available: readonly string[];
  /** Folders that were searched, in order. */
  readonly searched: readonly string[];
  /** Whether an engine has that name. */
  readonly isEngine: boolean;
}

/** `plugins.enabled` names a general plug-in that is nowhere. The others are loaded all the same. */
export class PluginNotFoundError extends ContextHostError {
  override readonly name = 'PluginNotFoundError';
  readonly code = 'CTX_PLUGIN_NOT_FOUND';
  readonly requested: string;
  /** Names that would have worked, sorted. */
  readonly available: readonly string[];

  constructor({ requested, available, searched, isEngine }: MissingPlugin) {
    const names = available.toSorted();
    super({
      what: `Plug-in "${requested}" was not found.`,
      why: isEngine
        ? 'plugins.enabled asks for it, but it is a context engine: those need no entry there, only to be chosen.'
        : `plugins.enabled asks for it, but there is no folder of that name in: ${searched.join(', ')}.`,
      fix: isEngine
        ? `Run: hermes plugins use ${requested} (and hermes plugins disable ${requested} to remove the entry)`
        : suggest(requested, names),
    });
    this.requested = requested;
    this.available = names;
  }
}

function suggest(requested: string, names: readonly string[]): string {
  const meant = closestName(requested, names);
  return meant === undefined
    ? `Install its folder there, or run: hermes plugins disable ${requested}`
    : `Did you mean "${meant}"? Run: hermes plugins enable ${meant}, and hermes plugins disable ${requested}`;
}
