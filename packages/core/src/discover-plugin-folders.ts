import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describeCause } from './describe-cause.ts';
import type { PluginRootKind } from './engine-source.ts';
import { readField } from './read-field.ts';
import { type PluginFolderState, readPluginManifest } from './read-plugin-folder.ts';

/** Where plug-ins lie below a project, and below `$HERMES_HOME`. */
const PLUGINS_PATH = join('plugins', 'context_engine');

/** A folder of plug-in folders. */
export interface PluginRoot {
  readonly kind: PluginRootKind;
  /** Absolute. */
  readonly path: string;
}

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

/** One folder below a root: what it says it is. None of its code was run. */
export interface PluginFolder {
  /** Name of the folder; the plug-in's name when `state` is `described`. */
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  readonly root: PluginRoot;
  readonly state: PluginFolderState;
}

/** A root, and whether it could be searched. */
export interface SearchedRoot extends PluginRoot {
  readonly state: 'listed' | 'missing' | 'unreadable';
  /** Why it was unreadable. */
  readonly problem?: string;
}

/** What lies in the plug-in folders. */
export interface PluginDiscovery {
  /** In the order given. A root that names the same folder as one before it is left out. */
  readonly roots: readonly SearchedRoot[];
  /** By root in that order, then by name. One name may occur in several roots. */
  readonly folders: readonly PluginFolder[];
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
 * List the plug-in folders below each root by their `plugin.yaml` alone. Runs no code of theirs, so it is
 * safe for a menu. Names that start with "." or "_", and `node_modules`, are not looked at.
 */
export async function discoverPluginFolders({
  roots,
}: {
  readonly roots: readonly PluginRoot[];
}): Promise<PluginDiscovery> {
  const distinct = await withoutRepeats(roots);
  const listed = await Promise.all(distinct.map(listRoot));
  return { roots: listed.map(({ root }) => root), folders: listed.flatMap(({ folders }) => folders) };
}

interface ListedRoot {
  readonly root: SearchedRoot;
  readonly folders: readonly PluginFolder[];
}

async function listRoot(root: PluginRoot): Promise<ListedRoot> {
  let names: readonly string[];
  try {
    const entries = await readdir(root.path, { withFileTypes: true });
    names = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map(({ name }) => name);
  } catch (cause) {
    if (readField(cause, 'code') === 'ENOENT') return { root: { ...root, state: 'missing' }, folders: [] };
    return { root: { ...root, state: 'unreadable', problem: describeCause(cause) }, folders: [] };
  }
  const candidates = names.filter((name) => !/^[._]/.test(name) && name !== 'node_modules').toSorted();
  const folders = await Promise.all(candidates.map((name) => describeFolder(root, name)));
  return { root: { ...root, state: 'listed' }, folders: folders.flat() };
}

/** The folder; nothing for a link to a file. A link that leads nowhere is a broken plug-in, and is shown. */
async function describeFolder(root: PluginRoot, name: string): Promise<readonly PluginFolder[]> {
  const folder = join(root.path, name);
  const facts = await stat(folder).catch(() => undefined);
  if (facts?.isDirectory() === false) return [];
  return [{ name, folder, root, state: await readPluginManifest(folder) }];
}

/** A project that is its own home would otherwise show each plug-in twice. */
async function withoutRepeats(roots: readonly PluginRoot[]): Promise<readonly PluginRoot[]> {
  const places = await Promise.all(roots.map(({ path }) => realpath(path).catch(() => path)));
  return roots.filter((_, index) => places.indexOf(places[index] ?? '') === index);
}
