import { ContextHostError } from '@hermes-context/contract';

/** A general plug-in used its context after its `register` had ended, or had taken too long. Nothing was registered. */
export class PluginContextClosedError extends ContextHostError {
  override readonly name = 'PluginContextClosedError';
  readonly code = 'CTX_PLUGIN_CONTEXT_CLOSED';
  readonly plugin: string;

  constructor({ plugin, method }: { readonly plugin: string /** What was called. */; readonly method: string }) {
    super({
      what: `Plug-in "${plugin}" called ${method} after its register had ended.`,
      why: 'A plug-in is registered whole or not at all, so its context is closed once register has ended.',
      fix: `Call ${method} within register, and await what must come before it there.`,
    });
    this.plugin = plugin;
  }
}
