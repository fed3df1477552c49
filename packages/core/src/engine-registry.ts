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

/** A name that several registered. */
export interface ContestedEngine {
  readonly engine: string;
  /** All who claim it, in the order of their registration. None of them can be had by the name. */
  readonly claims: readonly RegisteredEngine[];
  /** Names all of them, and how to settle it. */
  readonly error: DuplicateEngineError;
}

/** Who registers: both parties of a conflict are named by it. */
export interface EngineOrigin {
  /** A package's name, or a plug-in's and its folder. */
  readonly source: string;
  /** Name of the general plug-in, where it is one. */
  readonly plugin?: string;
}

/** What came of a registration. Narrow on `kind`. */
export type RegistrationResult =
  | { readonly kind: 'registered'; readonly engine: RegisteredEngine }
  /**
   * The engine cannot be had by its name. `error` says why, for the plug-in's owner. With a DuplicateEngineError for
   * any name but the built-in engine's, whoever had the name before has lost it too.
   */
  | {
      readonly kind: 'refused';
      readonly error: DuplicateEngineError | IncompatiblePluginError | PluginLoadError;
    };

/** Which engines a host knows by name. Knowing one does not activate it: only `context.engine` does. */
export interface EngineRegistry {
  readonly builtIn: ContextEnginePlugin;
  /**
   * Add an engine. What is no plug-in, speaks another contract, or is named `compressor` is refused, and the registry
   * is as it was. A name that was registered before is refused too, and is contested from then on.
   */
  registerContextEngine(plugin: unknown, origin: EngineOrigin): RegistrationResult;
  /** The registered engine of this name; never the built-in one, and nothing for a contested name. */
  find(name: string): RegisteredEngine | undefined;
  /** The built-in engine, then those that a name leads to, in the order of their registration. */
  list(): readonly RegisteredEngine[];
  /** The names that nobody got because several registered them, sorted. */
  contested(): readonly ContestedEngine[];
  /**
   * The container that holds the above under its tokens. A host makes a child of it for
   * each session; an engine never sees it.
   */
  readonly container: DependencyContainer;
}
