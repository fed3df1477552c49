import type { ContextHostError, SlashCommand } from '@hermes-context/contract';
import type { DuplicateEngineError } from '../duplicate-engine-error.ts';
import type { IncompatiblePluginError } from '../incompatible-plugin-error.ts';
import type { FolderPlace } from '../list-plugin-folders.ts';
import type { PluginLoadError } from '../plugin-load-error.ts';
import type { PluginManifest } from '../plugin-manifest.ts';
import type { DuplicateCommandError } from './duplicate-command-error.ts';

/** How a general plug-in fared. Narrow on `kind`. */
export type GeneralPluginState =
  /** Its registrations are in force. */
  | {
      readonly kind: 'loaded';
      /** Names of the engines that it offers, contested ones included. */
      readonly engines: readonly string[];
      /** Names of its slash commands, without the "/", contested ones included. */
      readonly commands: readonly string[];
      /** Events that it listens to. */
      readonly events: readonly string[];
      /** Names that it does not get, because another plug-in wants them too. */
      readonly conflicts: readonly (DuplicateEngineError | DuplicateCommandError)[];
    }
  /** It cannot be used, and nothing of it is in force. */
  | { readonly kind: 'broken'; readonly error: PluginLoadError | IncompatiblePluginError }
  /** It was not asked for: `disabled` when `plugins.disabled` names it, which wins. None of its code was run. */
  | { readonly kind: 'off'; readonly why: 'not-enabled' | 'disabled' }
  /** A folder of the same name in a root before this one is used instead. */
  | { readonly kind: 'shadowed' /** That folder. */; readonly by: string }
  /** It belongs to the Python agent. */
  | { readonly kind: 'python' };

/** One general plug-in that was found, and what came of it. */
export interface GeneralPluginRecord extends FolderPlace {
  /** What it says of itself; absent where `plugin.yaml` cannot be used. */
  readonly manifest?: PluginManifest;
  /** Whether `plugins.enabled` names it and `plugins.disabled` does not. */
  readonly isEnabled: boolean;
  readonly state: GeneralPluginState;
}

/** A slash command that a plug-in brought. Its `run` rejects with a PluginCommandError, or the signal's reason. */
export interface PluginCommand extends SlashCommand {
  /** Name of the plug-in. */
  readonly plugin: string;
}

/** The general plug-ins of a host. */
export interface GeneralPlugins {
  /** All that were found, by name, then in the order of their roots. */
  readonly records: readonly GeneralPluginRecord[];
  /** The slash commands in force, by name. */
  readonly commands: readonly PluginCommand[];
  /** What the user must be told once: what was asked for and cannot be had. Never swallow them. */
  readonly notices: readonly ContextHostError[];
  /** Take all listeners off. What was registered with the registry lasts as long as that. Further calls do nothing. */
  dispose(): void;
}
