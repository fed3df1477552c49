import { isDeepStrictEqual } from 'node:util';
import type { LoadedConfig } from '@hermes-context/config';
import { PIPELINE_ENGINE_NAME, type PluginDiscovery } from '@hermes-context/core';

/** Who asks for which engine. */
export interface EngineDemand {
  /** The engine, as the command line names it; absent where the configuration does. */
  readonly engine?: string | undefined;
  readonly loaded: Pick<LoadedConfig, 'config' | 'sourceOf' | 'writtenByUser'>;
}

/** The folders whose code may run, and what the user should know about the others. */
export interface ProjectTrust {
  readonly folders: PluginDiscovery;
  readonly warnings: readonly string[];
}

/**
 * A checkout may bring an engine, and a file that names it: together they would run code that the user
 * never asked for. So the project's own folder counts only where the user named the engine, or the stage.
 */
export function trustProject(folders: PluginDiscovery, demand: EngineDemand): ProjectTrust {
  const { names, key } = demanded(demand);
  if (key === undefined) return { folders, warnings: [] };
  const brought = folders.folders.flatMap(({ name, root }) =>
    root.kind === 'project' && names.includes(name) ? [name] : [],
  );
  return {
    folders: {
      roots: folders.roots.filter(({ kind }) => kind !== 'project'),
      folders: folders.folders.filter(({ root }) => root.kind !== 'project'),
    },
    warnings: brought.map((name) => {
      const how =
        key === 'context.engine' ? `--engine ${name}, or hermes plugins use ${name}` : `${key} in your own config.yaml`;
      return `This project brings the engine "${name}" and its config names it, so its code was not run. To run it, name it yourself: ${how}.`;
    }),
  };
}

/** The engines to run, and the key under which the project, and nobody else, names them. */
function demanded({ engine, loaded: { config, sourceOf, writtenByUser } }: EngineDemand): {
  readonly names: readonly string[];
  readonly key: 'context.engine' | 'context.stages' | undefined;
} {
  // Where both files say the same, the user has said it.
  const context = writtenByUser['context'];
  const own: Readonly<Record<string, unknown>> = typeof context === 'object' && context !== null ? { ...context } : {};
  const isOfProject = (key: 'engine' | 'stages'): boolean =>
    sourceOf(['context', key]).kind === 'project' && !isDeepStrictEqual(own[key], config.context[key]);
  const requested = engine ?? config.context.engine;
  if (requested === PIPELINE_ENGINE_NAME) {
    return { names: config.context.stages, key: isOfProject('stages') ? 'context.stages' : undefined };
  }
  const isNamedByProject = engine === undefined && isOfProject('engine');
  return { names: [requested], key: isNamedByProject ? 'context.engine' : undefined };
}
