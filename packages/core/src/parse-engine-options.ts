import { ContextHostError } from '@hermes-context/contract';
import { EngineOptionsError } from './engine-options-error.ts';
import type { EngineResolution } from './resolve-engine.ts';

/** What came of an engine's options. Narrow on `kind`. */
export type EngineOptionsResult =
  | { readonly kind: 'options' /** For the plug-in's `create` alone. */; readonly options: unknown }
  /** The user's config is wrong. There is no fallback: a surface shows `problem` and stops (exit code 2). */
  | { readonly kind: 'invalid'; readonly problem: ContextHostError };

/**
 * Let the engine that is in use check its own section of the config.
 *
 * Bad options do not fall back to another engine: the user chose this one and wrote a value that it refuses,
 * and running another engine would hide the slip. After a fallback, pass the built-in engine's section, not
 * that of the engine which was asked for: `resolution.engineName` says whose it must be.
 *
 * @param raw - The section as it stands in the config. Default `{}`, which every engine accepts.
 */
export function parseEngineOptions(
  resolution: Pick<EngineResolution, 'plugin' | 'engineName'>,
  raw: Readonly<Record<string, unknown>> = {},
): EngineOptionsResult {
  try {
    return { kind: 'options', options: resolution.plugin.parseOptions(raw) };
  } catch (cause) {
    if (ContextHostError.is(cause)) return { kind: 'invalid', problem: cause };
    return { kind: 'invalid', problem: new EngineOptionsError({ engine: resolution.engineName, cause }) };
  }
}
