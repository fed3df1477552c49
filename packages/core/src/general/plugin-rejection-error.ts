import { ContextHostError } from '@hermes-context/contract';
import { describeCause } from '../describe-cause.ts';

/** A general plug-in left a promise behind that was rejected, and nothing handled it. The host goes on. */
export class PluginRejectionError extends ContextHostError {
  override readonly name = 'PluginRejectionError';
  readonly code = 'CTX_PLUGIN_REJECTION_UNHANDLED';
  readonly plugin: string;

  constructor({ plugin, cause }: { readonly plugin: string; readonly cause: unknown }) {
    super({
      what: `Plug-in "${plugin}" left a failure behind that nothing handled.`,
      why: describeCause(cause),
      fix: `Report it to its author, or run: hermes plugins disable ${plugin}`,
      cause,
    });
    this.plugin = plugin;
  }
}
