import type { NoStagesError } from './compose/no-stages-error.ts';
import type { DuplicateEngineError } from './duplicate-engine-error.ts';
import type { EngineCreateError } from './engine-create-error.ts';
import type { EngineNameError } from './engine-name-error.ts';
import type { EngineNotFoundError } from './engine-not-found-error.ts';
import type { IncompatiblePluginError } from './incompatible-plugin-error.ts';
import type { PluginLoadError } from './plugin-load-error.ts';

/** Why the engine in use is not the one that was asked for, or not from where it should come. To be shown to the user once. */
export type EngineFallbackNotice =
  | EngineNotFoundError
  | EngineNameError
  | PluginLoadError
  | IncompatiblePluginError
  | DuplicateEngineError
  | EngineCreateError
  | NoStagesError;
