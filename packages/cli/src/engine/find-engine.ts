import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { BUILT_IN_ENGINE_NAME, discoverPluginFolders, isEngineName, pluginRoots } from '@hermes-context/core';
import { closestName } from '@hermes-context/messages';
import type { Io } from '../io.ts';
import { openConfig } from '../open-config.ts';
import { findBundledFolder } from '../plug-ins/bundled-folder.ts';
import { UsageError } from '../usage-error.ts';
import { quoteArgument } from './shell-words.ts';

/** How far above its entry a plug-in's folder is looked for: `dist/src/index.js` is as deep as it gets. */
const MAX_DEPTH = 4;

/**
 * The folder of the plug-in that a person means by a path or a name, absolute; `null` for the built-in engine.
 * A path wins, unless there is nothing of a plug-in there and an engine of that name is installed.
 *
 * @throws UsageError when there is none.
 */
export async function findEngine(place: string, io: Io): Promise<string | null> {
  if (place === '') throw nothingAt(place, 'It is empty.', []);
  const path = resolve(io.cwd, place);
  const facts = await stat(path).catch(() => undefined);
  if (facts?.isFile() === true) return folderAround(place, path);
  if (facts?.isDirectory() === true && (!isEngineName(place) || (await hasManifest(path)))) return path;
  if (!isEngineName(place)) throw nothingAt(place, 'There is no such folder or file.', []);
  if (place === BUILT_IN_ENGINE_NAME) return null;
  const installed = await installedEngines(io);
  const found = installed.get(place) ?? (facts === undefined ? undefined : path);
  if (found !== undefined) return found;
  throw nothingAt(place, 'There is no such folder or file, and no engine of that name is installed.', [
    ...installed.keys(),
  ]);
}

async function folderAround(place: string, file: string): Promise<string> {
  let folder = dirname(file);
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    if (await hasManifest(folder)) return folder;
    folder = dirname(folder);
  }
  throw nothingAt(place, 'It is a file, and no plugin.yaml is beside or above it.', []);
}

async function hasManifest(folder: string): Promise<boolean> {
  return stat(join(folder, 'plugin.yaml')).then(
    () => true,
    () => false,
  );
}

/** Folders by name; of several of one name the one that a host would take. */
async function installedEngines(io: Io): Promise<ReadonlyMap<string, string>> {
  const { config, files } = await openConfig(io);
  const bundled = findBundledFolder();
  const places = {
    project: io.cwd,
    home: files.hermesHome,
    configured: config.plugins.paths,
    ...(bundled === undefined ? {} : { bundled }),
  };
  const { folders } = await discoverPluginFolders({ roots: pluginRoots(places) });
  return new Map(folders.toReversed().map(({ name, folder }) => [name, folder]));
}

function nothingAt(place: string, why: string, names: readonly string[]): UsageError {
  const meant = closestName(place, [...names, BUILT_IN_ENGINE_NAME]);
  return new UsageError({
    what: `There is no engine at ${quoteArgument(place)}.`,
    why,
    fix:
      meant === undefined
        ? 'Give the folder of a plug-in, its entry file, or a name that hermes plugins list shows.'
        : `Did you mean "${meant}"? Run: hermes engine test ${meant}`,
  });
}
