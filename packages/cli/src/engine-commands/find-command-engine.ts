import { homedir } from 'node:os';
import { contextEngine as compressor } from '@hermes-context/compressor';
import { findHermesHome, InvalidConfigError, type LoadedConfig } from '@hermes-context/config';
import type { ContextHostError } from '@hermes-context/contract';
import {
  createEngineRegistry,
  discoverPluginFolders,
  type EngineResolution,
  isEngineName,
  type PluginDiscovery,
  pluginRoots,
  reservedMeaning,
  resolveEngine,
} from '@hermes-context/core';
import { closestName } from '@hermes-context/messages';
import type { Io } from '../io.ts';
import { readConfig } from '../open-config.ts';
import { findBundledFolder } from '../plug-ins/bundled-folder.ts';
import { probedLoad, strangersProbe } from '../plug-ins/probed-load.ts';

/** The first word of a command line, where it is none of our commands. */
export interface FirstWord {
  readonly word: string;
  /** The commands that there are. */
  readonly ours: readonly string[];
}

/** An engine that the first word names. */
export interface CommandEngine {
  readonly resolution: EngineResolution;
  readonly loaded: LoadedConfig;
  /** What was wrong on the way to it. */
  readonly notice?: ContextHostError;
}

/**
 * The engine that a person means by the first word: from the folder that `context.engine` of this name would come from.
 * Runs no code unless there is a folder of exactly this name; nothing where there is none.
 *
 * @throws InvalidConfigError, and what is wrong with the plug-in where its folder is there.
 */
export async function findCommandEngine({ word, ours }: FirstWord, io: Io): Promise<CommandEngine | undefined> {
  if (!isEngineName(word) || reservedMeaning(word) !== undefined) return undefined;
  const read = await readConfig(io);
  const found = await foldersOf(word, { io, paths: read.kind === 'invalid' ? [] : read.config.plugins.paths });
  // A checkout could wait for a slip of the keyboard with a folder named "compres".
  const folders = closestName(word, ours) === undefined ? found : withoutProject(found);
  if (folders.folders.length === 0) return undefined;
  if (read.kind === 'invalid') throw new InvalidConfigError(read.problems);
  const resolution = await resolveEngine({
    requested: word,
    registry: createEngineRegistry({ builtIn: compressor }),
    folders,
    load: probedLoad(strangersProbe(findBundledFolder())),
  });
  const { notice, engineName } = resolution;
  if (notice !== undefined && engineName !== word) throw notice;
  return { resolution, loaded: read, ...(notice === undefined ? {} : { notice }) };
}

async function foldersOf(
  name: string,
  { io, paths }: { readonly io: Io; readonly paths: readonly string[] },
): Promise<PluginDiscovery> {
  const bundled = findBundledFolder();
  const roots = pluginRoots({
    project: io.cwd,
    home: findHermesHome({ userHome: io.env['HOME'] ?? homedir(), env: io.env }),
    configured: paths,
    ...(bundled === undefined ? {} : { bundled }),
  });
  const discovery = await discoverPluginFolders({ roots });
  return { ...discovery, folders: discovery.folders.filter((folder) => folder.name === name) };
}

function withoutProject({ roots, folders }: PluginDiscovery): PluginDiscovery {
  return {
    roots: roots.filter(({ kind }) => kind !== 'project'),
    folders: folders.filter(({ root }) => root.kind !== 'project'),
  };
}
