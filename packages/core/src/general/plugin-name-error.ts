import { ContextHostError } from '@hermes-context/contract';
import { closestName } from '@hermes-context/messages';
import { ENGINE_NAME_RULE, quoteName } from '../engine-name.ts';

/** `plugins.enabled` holds something that cannot name a plug-in, such as a path. No folder was looked at. */
export class PluginNameError extends ContextHostError {
  override readonly name = 'PluginNameError';
  readonly code = 'CTX_PLUGIN_NAME_INVALID';
  readonly requested: string;

  constructor({ requested, available }: { readonly requested: string; readonly available: readonly string[] }) {
    const meant = closestName(requested, available.toSorted());
    super({
      what: `plugins.enabled holds ${quoteName(requested)}, which cannot name a plug-in.`,
      why: `It must be ${ENGINE_NAME_RULE}.`,
      fix: `${meant === undefined ? '' : `Did you mean "${meant}"? `}Correct plugins.enabled: hermes config edit`,
    });
    this.requested = requested;
  }
}
