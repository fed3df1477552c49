import type { ContextEnginePlugin } from './define-context-engine.ts';
import type { Log } from './engine-services.ts';

/**
 * What a host lends to a general plug-in while its `register` runs, and not longer.
 *
 * All or nothing: when `register` throws, does not end in time, or one of its registrations is refused, none of
 * them stays. Once `register` has ended, every method here throws.
 */
export interface PluginContext {
  /** Name of the plug-in, as in `plugins.enabled`. */
  readonly name: string;
  readonly log: Log;
  /** A folder for this plug-in alone, absolute. It may not exist yet: create it before the first write. */
  readonly dataDir: string;

  /**
   * Offer an engine by its name. It runs where `context.engine` says that name, never by being registered.
   *
   * @throws ContextHostError for what is no plug-in, speaks another contract, or is named `compressor`. A name that
   *   another plug-in offers too is not known yet here: then neither of the two gets it, and the user is told.
   */
  registerContextEngine(plugin: ContextEnginePlugin): void;

  /**
   * Add a slash command. Its name is lower-cased, a leading "/" is dropped, spaces become "-".
   *
   * @throws ContextHostError for a name that cannot be one, or that a command of the host has.
   */
  registerCommand(command: SlashCommand): void;

  /**
   * Listen to an event of the host, such as `session:compress`, or of an engine, such as `engine:lcm:stored`.
   *
   * @param listener - May be asynchronous; nobody waits for it, and its failures harm nobody. The payload is a
   *   frozen copy of its own.
   * @returns The way out, which works after `register` too. The host takes it when the plug-in is unloaded.
   */
  on(event: string, listener: (payload: Readonly<Record<string, unknown>>) => unknown): () => void;
}

/** A command that a person types into a chat, such as `/notes`. */
export interface SlashCommand {
  readonly name: string;
  /** One sentence for `/help`. */
  readonly description: string;
  /**
   * Do it. What it resolves with is shown to the person, and is not part of the conversation.
   *
   * @param args - What was typed behind the name, trimmed; `''` when there was nothing.
   * @throws When it cannot; the host shows the error. With the signal's reason, when the person stopped it.
   */
  readonly run: (args: string, call: SlashCommandCall) => Promise<string>;
}

/** The circumstances of one slash command. */
export interface SlashCommandCall {
  readonly signal: AbortSignal;
  /** The session it was typed in; absent where there is none. */
  readonly sessionId?: string;
}

/** What the entry of a general plug-in must export as `register`. */
export type RegisterPlugin = (context: PluginContext) => void | Promise<void>;
