import { join } from 'node:path';
import type { LoadedConfig } from '@hermes-context/config';
import { PIPELINE_ENGINE_NAME, type PluginDiscovery } from '@hermes-context/core';
import type { Io } from '../io.ts';
import { openConfig } from '../open-config.ts';
import { type OpenPlugins, openPlugins } from '../plug-ins/open-plugins.ts';
import { trustProject } from '../plug-ins/trust-project.ts';
import { plainText } from '../terminal/plain-text.ts';
import { listEngines } from './engine-entries.ts';
import { listGeneralPlugins } from './general-entries.ts';
import type { PluginInventory } from './inventory.ts';

/** The plug-ins of this place, the configuration that chooses among them, and the list of both. */
export interface OpenInventory {
  readonly loaded: LoadedConfig;
  readonly open: OpenPlugins;
  readonly inventory: PluginInventory;
}

/**
 * Read the configuration, find the plug-ins, and list them. Runs the code of general plug-ins that the user enabled,
 * since those say which engines they register, and of nobody else.
 *
 * @throws InvalidConfigError when the configuration cannot be used.
 */
export async function openInventory(io: Io): Promise<OpenInventory> {
  const loaded = await openConfig(io);
  const open = await openPlugins(loaded, io);
  return { loaded, open, inventory: takeInventory(loaded, open) };
}

function takeInventory(loaded: LoadedConfig, { registry, folders, general }: OpenPlugins): PluginInventory {
  const { config, files, sourceOf } = loaded;
  const { engine, stages } = config.context;
  const source = sourceOf('context.engine');
  return {
    current: { engine: plainText(engine), source },
    engines: listEngines({ requested: engine, untrusted: untrustedNames(loaded, folders), stages, registry, folders }),
    general: listGeneralPlugins({ ...general, disabled: config.plugins.disabled }),
    searched: folders.roots,
    generalFolder: join(files.hermesHome, 'plugins'),
    warnings: loaded.warnings.map(({ what, fix }) => plainText(`${what} ${fix}`)),
  };
}

/** The engines that the project names, and nobody else: {@link trustProject}. */
function untrustedNames(loaded: LoadedConfig, folders: PluginDiscovery): readonly string[] {
  const { engine, stages } = loaded.config.context;
  const isTrusted = trustProject(folders, { loaded }).folders === folders;
  if (isTrusted) return [];
  return engine === PIPELINE_ENGINE_NAME ? stages : [engine];
}
