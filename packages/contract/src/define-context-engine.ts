import type { ContextEngine } from './context-engine.ts';
import type { EngineCommand } from './engine-command.ts';
import type { EngineServices } from './engine-services.ts';

/** What a package must export, as `contextEngine`, to be loadable by name. */
export interface ContextEnginePlugin<Options = unknown> {
  /** The value of `context.engine` that selects this plug-in: `^[a-z0-9][a-z0-9_-]{0,63}$`. */
  readonly name: string;
  /** Version of the plug-in itself (semver). */
  readonly version: string;
  /** Version of the {@link ContextEngine} contract that this plug-in implements. */
  readonly contract: 1;
  /** One sentence for the menu of `hermes plugins`. */
  readonly description: string;
  /**
   * Check and complete the engine's section of the config; `{}` when there is none.
   *
   * @throws InvalidOptionError for a value that it cannot accept.
   */
  parseOptions(raw: Readonly<Record<string, unknown>>): Options;
  /** Make the engine of one session. */
  create(options: Options, services: EngineServices): ContextEngine | Promise<ContextEngine>;
  /** Commands for the command line: `hermes NAME COMMAND`. They need no session. Default: none. */
  readonly commands?: readonly EngineCommand<Options>[];
}

/** Declare a context engine. Adds nothing at run time but types and a freeze. */
export function defineContextEngine<Options>(plugin: ContextEnginePlugin<Options>): ContextEnginePlugin<Options> {
  return Object.freeze(plugin);
}
