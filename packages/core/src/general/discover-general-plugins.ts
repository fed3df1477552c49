import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { explainMisplaced } from '../explain-misplaced.ts';
import {
  type FolderPlace,
  listFolderNames,
  listPluginFolders,
  type PluginDiscovery,
  type PluginFolder,
  type PluginRoot,
} from '../list-plugin-folders.ts';
import { PluginLoadError } from '../plugin-load-error.ts';
import { readPluginManifest } from '../read-plugin-folder.ts';

/** Where a host looks for general plug-ins. Absolute paths; what is absent is not searched. */
export interface GeneralPluginPlaces {
  /** `$HERMES_HOME`. */
  readonly home?: string;
  /** `plugins.paths`, in order. */
  readonly configured?: readonly string[];
  /** The folder of plug-in folders that the host ships. */
  readonly bundled?: string;
}

/**
 * The roots in the order of their precedence: home, configured, bundled. Never the project's folder: what is
 * loaded at each start is for the user to bring, not for a checkout. Pure.
 */
export function generalPluginRoots({ home, configured = [], bundled }: GeneralPluginPlaces): readonly PluginRoot[] {
  return [
    ...(home === undefined ? [] : [{ kind: 'home' as const, path: join(home, 'plugins') }]),
    ...configured.map((path) => ({ kind: 'configured' as const, path })),
    ...(bundled === undefined ? [] : [{ kind: 'bundled' as const, path: bundled }]),
  ];
}

/**
 * List the general plug-ins below each root by their `plugin.yaml` alone. Runs no code of theirs.
 *
 * In a home, a folder is a general plug-in unless it says another kind; folders of folders, such as
 * `context_engine`, are none. Elsewhere only what says `kind: general` is one. Plug-ins of the Python agent are
 * listed with the state `python`, those in a category under the name `<category>/<name>`, as that agent knows them.
 */
export async function discoverGeneralPlugins({
  roots,
}: {
  readonly roots: readonly PluginRoot[];
}): Promise<PluginDiscovery> {
  return listPluginFolders(roots, (place) =>
    place.root.kind === 'home' ? describeInHome(place) : describeElsewhere(place),
  );
}

async function describeInHome(place: FolderPlace): Promise<readonly PluginFolder[]> {
  const { name, folder } = place;
  if (await isCategory(folder)) return pythonPluginsIn(place);
  const state = await readPluginManifest(folder, 'general');
  if (state.kind !== 'described' || state.manifest.kind === 'general') return [{ ...place, state }];
  const facts = {
    plugin: name,
    kind: 'general',
    location: folder,
    ...explainMisplaced(name, 'context_engine'),
  } as const;
  return [{ ...place, state: { kind: 'broken', error: new PluginLoadError(facts), pluginKind: 'context_engine' } }];
}

async function describeElsewhere(place: FolderPlace): Promise<readonly PluginFolder[]> {
  const state = await readPluginManifest(place.folder);
  const isGeneral =
    (state.kind === 'described' && state.manifest.kind === 'general') ||
    (state.kind === 'broken' && state.pluginKind === 'general');
  return isGeneral ? [{ ...place, state }] : [];
}

const PLUGIN_FILES: readonly string[] = ['plugin.yaml', 'plugin.yml', '__init__.py'];

/** Whether a folder is none itself, but holds some, or holds nothing. A link that leads nowhere is a broken one. */
async function isCategory(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined || entries.some(({ name }) => PLUGIN_FILES.includes(name))) return false;
  if (entries.every((entry) => entry.isDirectory() || entry.name.startsWith('.'))) return true;
  const names = await listFolderNames(folder).catch(() => []);
  const files = names.flatMap((name) => PLUGIN_FILES.map((file) => join(folder, name, file)));
  const facts = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
  return facts.some((each) => each !== undefined);
}

async function pythonPluginsIn({ name: category, folder, root }: FolderPlace): Promise<readonly PluginFolder[]> {
  const names = await listFolderNames(folder).catch(() => []);
  const found = await Promise.all(
    names.map(async (name): Promise<readonly PluginFolder[]> => {
      const path = join(folder, name);
      const facts = await stat(path).catch(() => undefined);
      if (facts?.isDirectory() !== true) return [];
      const state = await readPluginManifest(path);
      return state.kind === 'python' ? [{ name: `${category}/${name}`, folder: path, root, state }] : [];
    }),
  );
  return found.flat();
}
