import type { ContextEnginePlugin } from '@hermes-context/contract';
import type { DependencyContainer } from 'tsyringe';
import type { DuplicateEngineError } from './duplicate-engine-error.ts';
import type { EngineSource } from './engine-source.ts';
import type { IncompatiblePluginError } from './incompatible-plugin-error.ts';
import type { PluginLoadError } from './plugin-load-error.ts';

/** A plug-in, and where it came from. */
export interface RegisteredEngine {
  readonly plugin: ContextEnginePlugin;
  readonly source: EngineSource;
}

/** What came of a registration. Narrow on `kind`. */
export type RegistrationResult =
  | { readonly kind: 'registered'; readonly engine: RegisteredEngine }
  /** The registry is as it was. `error` says why, for the plug-in's owner. */
  | {
      readonly kind: 'refused';
      readonly error: DuplicateEngineError | IncompatiblePluginError | PluginLoadError;
    };

/** Which engines a host knows by name. Knowing one does not activate it: only `context.engine` does. */
export interface EngineRegistry {
  readonly builtIn: ContextEnginePlugin;
  /**
   * Add an engine. What is no plug-in, speaks another contract, or carries a name that is taken is refused.
   *
   * @param origin - Who registers, such as a package's name: both parties of a conflict are named by it.
   */
  registerContextEngine(plugin: unknown, origin: { readonly source: string }): RegistrationResult;
  /** The registered engine of this name; never the built-in one. */
  find(name: string): RegisteredEngine | undefined;
  /** The built-in engine, then the registered ones in the order of their registration. */
  list(): readonly RegisteredEngine[];
  /**
   * The container that holds the above under its tokens. A host makes a child of it for
   * each session; an engine never sees it.
   */
  readonly container: DependencyContainer;
}
