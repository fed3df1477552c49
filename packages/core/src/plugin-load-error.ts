import { ContextHostError } from '@hermes-context/contract';

/** At which step a plug-in failed, in the order of the steps. */
export type PluginLoadReason =
  /** No readable `plugin.yaml`. */
  | 'manifest-missing'
  /** `plugin.yaml` does not say what it must. */
  | 'manifest-invalid'
  /** `main` names no file that may be run. */
  | 'entry-invalid'
  /** A package or file that it imports is not there. */
  | 'dependency-missing'
  /** TypeScript that needs a compiler. */
  | 'typescript-syntax'
  /** A file does not parse, or its imports do not match the exports they name. */
  | 'syntax'
  /** Its own code threw while it was loaded. */
  | 'import-threw'
  /** Loading did not come to an end in time. */
  | 'import-timeout'
  /** There is no export `contextEngine`. */
  | 'export-missing'
  /** `contextEngine` is not a plug-in. */
  | 'export-invalid';

/** Which plug-in failed, at what, and what its owner can do. */
export interface PluginLoadFailure {
  /** Name of the plug-in, or of its folder where the plug-in could not say. */
  readonly plugin: string;
  /** Where it came from, as a phrase: a folder, or who registered it. */
  readonly location: string;
  readonly reason: PluginLoadReason;
  /** What is wrong, in whole sentences. */
  readonly problem: string;
  readonly fix: string;
  readonly cause?: unknown;
}

/**
 * A plug-in is there and cannot be used.
 *
 * Returned as `resolution.notice` and by the loader; thrown only where a person is choosing.
 */
export class PluginLoadError extends ContextHostError {
  override readonly name = 'PluginLoadError';
  readonly code = 'CTX_PLUGIN_LOAD_FAILED';
  readonly plugin: string;
  readonly location: string;
  readonly reason: PluginLoadReason;

  constructor({ plugin, location, reason, problem, fix, cause }: PluginLoadFailure) {
    super({ what: `Context engine "${plugin}" from ${location} could not be loaded.`, why: problem, fix, cause });
    this.plugin = plugin;
    this.location = location;
    this.reason = reason;
  }
}
