import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describeCause } from './describe-cause.ts';
import type { PluginRootKind } from './engine-source.ts';
import { readField } from './read-field.ts';
import type { PluginFolderState } from './read-plugin-folder.ts';

/** A folder of plug-in folders. */
export interface PluginRoot {
  readonly kind: PluginRootKind;
  /** Absolute. */
  readonly path: string;
}

/** One folder below a root: what it says it is. None of its code was run. */
export interface PluginFolder extends FolderPlace {
  readonly state: PluginFolderState;
}

/** One folder below a root, before anything in it was read. */
export interface FolderPlace {
  /** Name of the folder; the plug-in's name when `state` is `described`. */
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  readonly root: PluginRoot;
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

/** What a folder is; nothing when it is no plug-in, several when it holds some. */
export type DescribeFolder = (place: FolderPlace) => Promise<readonly PluginFolder[]>;

/** List the folders below each root. Names that start with "." or "_", and `node_modules`, are not looked at. */
export async function listPluginFolders(
  roots: readonly PluginRoot[],
  describe: DescribeFolder,
): Promise<PluginDiscovery> {
  const distinct = await withoutRepeats(roots);
  const listed = await Promise.all(distinct.map((root) => listRoot(root, describe)));
  return { roots: listed.map(({ root }) => root), folders: listed.flatMap(({ folders }) => folders) };
}

/** The folders in a folder, sorted; links count, wherever they lead. @throws Where it cannot be listed. */
export async function listFolderNames(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .filter((name) => !/^[._]/.test(name) && name !== 'node_modules')
    .toSorted();
}

interface ListedRoot {
  readonly root: SearchedRoot;
  readonly folders: readonly PluginFolder[];
}

async function listRoot(root: PluginRoot, describe: DescribeFolder): Promise<ListedRoot> {
  let names: readonly string[];
  try {
    names = await listFolderNames(root.path);
  } catch (cause) {
    if (readField(cause, 'code') === 'ENOENT') return { root: { ...root, state: 'missing' }, folders: [] };
    return { root: { ...root, state: 'unreadable', problem: describeCause(cause) }, folders: [] };
  }
  const folders = await Promise.all(names.map((name) => describeEntry({ root, name }, describe)));
  return { root: { ...root, state: 'listed' }, folders: folders.flat() };
}

/** Nothing for a link to a file. A link that leads nowhere is a broken plug-in, and is shown. */
async function describeEntry(
  { root, name }: Pick<FolderPlace, 'root' | 'name'>,
  describe: DescribeFolder,
): Promise<readonly PluginFolder[]> {
  const folder = join(root.path, name);
  const facts = await stat(folder).catch(() => undefined);
  return facts?.isDirectory() === false ? [] : describe({ name, folder, root });
}

/** A project that is its own home would otherwise show each plug-in twice. */
async function withoutRepeats(roots: readonly PluginRoot[]): Promise<readonly PluginRoot[]> {
  const places = await Promise.all(roots.map(({ path }) => realpath(path).catch(() => path)));
  return roots.filter((_, index) => places.indexOf(places[index] ?? '') === index);
}
