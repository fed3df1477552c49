import { join } from 'node:path';
import { contextEngine as compressor } from '@hermes-context/compressor';
import type { LoadedConfig } from '@hermes-context/config';
import { ContextHostError } from '@hermes-context/contract';
import {
  createEngineRegistry,
  createEventBus,
  discoverGeneralPlugins,
  discoverPluginFolders,
  type EngineRegistry,
  type EventBus,
  type GeneralPlugins,
  generalPluginRoots,
  type HostEvents,
  loadGeneralPlugins,
  type PluginDiscovery,
  type PluginLoad,
  pluginRoots,
} from '@hermes-context/core';
import type { Io } from '../io.ts';
import { findBundledFolder } from './bundled-folder.ts';
import { noticeText } from './notice-text.ts';
import { probedLoad, strangersProbe } from './probed-load.ts';

/** Everything that can run here: the engines by name, and the general plug-ins that the user enabled. */
export interface OpenPlugins {
  /** The built-in engine, and those that general plug-ins registered. */
  readonly registry: EngineRegistry;
  /** The engines' folders, those of the project included: whether its code may run is for the caller to decide. */
  readonly folders: PluginDiscovery;
  readonly general: GeneralPlugins;
  /** What the general plug-ins hear. */
  readonly events: EventBus<HostEvents>;
  /** Load one engine's folder. What did not come with the command is tried in a thread first. */
  readonly load: (folder: string) => Promise<PluginLoad>;
  /** What the user should know, one line each. Grows while listeners fail. */
  readonly warnings: readonly string[];
  /** Let the general plug-ins hear nothing more. */
  dispose(): void;
}

/** What may be other than usual. */
export interface OpenPluginsOptions {
  /** How long a plug-in may take to be tried, in milliseconds, by step. Default 5,000. */
  readonly probeTimeoutMs?: number;
}

/**
 * Find the engines, and load the general plug-ins that `plugins.enabled` names. Runs the code of no other plug-in.
 * What is broken is in the warnings, and keeps nothing else from running. Writes nothing.
 */
export async function openPlugins(
  { config, files }: LoadedConfig,
  { cwd }: Pick<Io, 'cwd'>,
  { probeTimeoutMs }: OpenPluginsOptions = {},
): Promise<OpenPlugins> {
  const bundled = findBundledFolder();
  const places = {
    home: files.hermesHome,
    configured: config.plugins.paths,
    ...(bundled === undefined ? {} : { bundled }),
  };
  const probe = strangersProbe(bundled, probeTimeoutMs);
  const warnings: string[] = [];
  const events = createEventBus<HostEvents>({
    onListenerError: ({ event, cause }) => warnings.push(listenerWarning(event, cause)),
  });
  const registry = createEngineRegistry({ builtIn: compressor });
  const folders = await discoverPluginFolders({ roots: pluginRoots({ ...places, project: cwd }) });
  const general = await loadGeneralPlugins({
    folders: await discoverGeneralPlugins({ roots: generalPluginRoots(places) }),
    enabled: config.plugins.enabled,
    disabled: config.plugins.disabled,
    engineNames: folders.folders.flatMap(({ name, state }) => (state.kind === 'described' ? [name] : [])),
    registry,
    events,
    dataRoot: join(files.hermesHome, 'context', 'plugins'),
    onRejection: (error) => warnings.push(noticeText(error)),
    findFault: ({ folder }) => probe(folder, 'general'),
  });
  warnings.unshift(...general.notices.map((notice) => noticeText(notice)));
  return { registry, folders, general, events, load: probedLoad(probe), warnings, dispose: () => general.dispose() };
}

function listenerWarning(event: string, cause: unknown): string {
  if (ContextHostError.is(cause)) return noticeText(cause);
  return `A listener to ${event} failed.`;
}
