import { ContextHostError } from '@hermes-context/contract';
import { describeCause } from '../describe-cause.ts';

/** A listener of a general plug-in failed. Whoever told of the event, and all other listeners, are none the worse. */
export class PluginListenerError extends ContextHostError {
  override readonly name = 'PluginListenerError';
  readonly code = 'CTX_PLUGIN_LISTENER_FAILED';
  readonly plugin: string;
  readonly event: string;

  constructor({ plugin, event, cause }: { readonly plugin: string; readonly event: string; readonly cause: unknown }) {
    super({
      what: `Plug-in "${plugin}" failed when it heard of ${event}.`,
      why: describeCause(cause),
      fix: `Report it to its author, or run: hermes plugins disable ${plugin}`,
      cause,
    });
    this.plugin = plugin;
    this.event = event;
  }
}
