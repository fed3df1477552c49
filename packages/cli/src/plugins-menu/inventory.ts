import type { ValueSource } from '@hermes-context/config';
import type { SearchedRoot } from '@hermes-context/core';
import type { EngineEntry } from './engine-entries.ts';
import type { GeneralEntry } from './general-entries.ts';

/** Every plug-in that was found, and which engine is chosen. `hermes plugins list --json` prints it as it is: fields are added, never renamed. */
export interface PluginInventory {
  /** `context.engine`, and who decided it. */
  readonly current: { readonly engine: string; readonly source: ValueSource };
  readonly engines: readonly EngineEntry[];
  readonly general: readonly GeneralEntry[];
  /** The folders that were searched for engines, in order of precedence. */
  readonly searched: readonly SearchedRoot[];
  /** The user's folder for general plug-ins, absolute. It may not exist. */
  readonly generalFolder: string;
  /** What the user should know of the configuration, one line each. What is wrong with a plug-in stands with it. */
  readonly warnings: readonly string[];
}
