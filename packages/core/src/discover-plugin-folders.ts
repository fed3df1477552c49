import { join } from 'node:path';
import { explainMisplaced } from './explain-misplaced.ts';
import {
  type FolderPlace,
  listPluginFolders,
  type PluginDiscovery,
  type PluginFolder,
  type PluginRoot,
} from './list-plugin-folders.ts';
import type { PluginKind } from './plugin-kind.ts';
import { PluginLoadError } from './plugin-load-error.ts';
import { type PluginFolderState, readPluginManifest } from './read-plugin-folder.ts';

/** Where plug-ins lie below a project, and below `$HERMES_HOME`. */
const PLUGINS_PATH = join('plugins', 'context_engine');

/** Where a host looks for plug-ins. Absolute paths; what is absent is not searched. */
export interface PluginPlaces {
  /** The project's folder. */
  readonly project?: string;
  /** `$HERMES_HOME`. */
  readonly home?: string;
  /** `plugins.paths`, in order. Each is a folder of plug-in folders. */
  readonly configured?: readonly string[];
  /** The folder of plug-in folders that the host ships. */
  readonly bundled?: string;
}

/** The roots in the order of their precedence: project, home, configured, bundled. Pure. */
export function pluginRoots({ project, home, configured = [], bundled }: PluginPlaces): readonly PluginRoot[] {
  return [
    ...(project === undefined ? [] : [{ kind: 'project' as const, path: join(project, PLUGINS_PATH) }]),
    ...(home === undefined ? [] : [{ kind: 'home' as const, path: join(home, PLUGINS_PATH) }]),
    ...configured.map((path) => ({ kind: 'configured' as const, path })),
    ...(bundled === undefined ? [] : [{ kind: 'bundled' as const, path: bundled }]),
  ];
}

/**
 * List the engines' folders below each root by their `plugin.yaml` alone. Runs no code of theirs, so it is
 * safe for a menu. Names that start with "." or "_", and `node_modules`, are not looked at; nor are general
 * plug-ins where both kinds may stand: see `discoverGeneralPlugins`.
 */
export async function discoverPluginFolders({
  roots,
}: {
  readonly roots: readonly PluginRoot[];
}): Promise<PluginDiscovery> {
  return listPluginFolders(roots, describeEngineFolder);
}

async function describeEngineFolder(place: FolderPlace): Promise<readonly PluginFolder[]> {
  const { name, folder, root } = place;
  const state = await readPluginManifest(folder);
  if (pluginKindOf(state) !== 'general') return [{ ...place, state }];
  if (root.kind === 'configured' || root.kind === 'bundled') return [];
  if (state.kind !== 'described') return [{ ...place, state }];
  const facts = { plugin: name, location: folder, ...explainMisplaced(name, 'general') };
  return [{ ...place, state: { kind: 'broken', error: new PluginLoadError(facts), pluginKind: 'general' } }];
}

function pluginKindOf(state: PluginFolderState): PluginKind | undefined {
  if (state.kind === 'described') return state.manifest.kind;
  return state.kind === 'broken' ? state.pluginKind : undefined;
}
