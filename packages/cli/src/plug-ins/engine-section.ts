import type { HermesConfig } from '@hermes-context/config';
import { BUILT_IN_ENGINE_NAME, type EngineResolution } from '@hermes-context/core';

/** The engine's own part of the configuration; of a pipeline, the parts of its stages by their names. Pure. */
export function engineSection(
  { source, engineName }: Pick<EngineResolution, 'source' | 'engineName'>,
  { compression, context }: HermesConfig,
): Readonly<Record<string, unknown>> {
  switch (source.kind) {
    case 'built-in':
      return compression;
    case 'stages':
      return { ...context.options, [BUILT_IN_ENGINE_NAME]: compression };
    case 'folder':
    case 'registered':
      return context.options[engineName] ?? {};
  }
}
