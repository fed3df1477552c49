import { ContextHostError } from '@hermes-context/contract';
import { kindName, type PluginKind } from './plugin-kind.ts';

/** At which step a plug-in failed, in the order of the steps. */
export type PluginLoadReason =
  /** No readable `plugin.yaml`. */
  | 'manifest-missing'
  /** `plugin.yaml` does not say what it must. */
  | 'manifest-invalid'
  /** It stands in a folder for plug-ins of another kind. */
  | 'misplaced'
  /** It has no `main` but an `__init__.py`: it belongs to the Python agent. */
  | 'python'
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
  /** Its own code ended the process that loaded it, as `process.exit` does. */
  | 'process-ended'
  /** It used up its memory while it was loaded. */
  | 'out-of-memory'
  /** There is no export `contextEngine`, or `register` for a general plug-in. */
  | 'export-missing'
  /** `contextEngine` is not a plug-in, or `register` no function. */
  | 'export-invalid'
  /** `register` threw, or left a rejection behind. */
  | 'register-threw'
  /** `register` did not come to an end in time. */
  | 'register-timeout'
  /** Something that it registered was refused. */
  | 'register-refused';

/** Which plug-in failed, at what, and what its owner can do. */
export interface PluginLoadFailure {
  /** Name of the plug-in, or of its folder where the plug-in could not say. */
  readonly plugin: string;
  /** Default `context_engine`. */
  readonly kind?: PluginKind;
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
  /** All that is known of it, but for the cause. */
  readonly facts: Omit<PluginLoadFailure, 'cause'>;

  constructor({ cause, ...facts }: PluginLoadFailure) {
    const { plugin, kind = 'context_engine', location, reason, problem, fix } = facts;
    const what = `${kindName(kind)} "${plugin}" from ${location} could not be loaded.`;
    super({ what, why: problem, fix, cause });
    this.plugin = plugin;
    this.location = location;
    this.reason = reason;
    this.facts = facts;
  }
}
