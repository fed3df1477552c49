import type { HermesConfig } from '@hermes-context/config';
import type { Env } from '@hermes-context/host';

/** Where a model is asked from. */
export interface ModelPlace {
  readonly config: HermesConfig;
  readonly env: Env;
  /** Where a program that holds the conversation works. */
  readonly cwd: string;
  /** Told of what such a program says beside its answers, one sentence each. */
  readonly onWarning: (warning: string) => void;
}
