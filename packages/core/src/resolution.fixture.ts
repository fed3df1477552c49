import { join } from 'node:path';
import { createEngineRegistry } from './create-engine-registry.ts';
import { discoverPluginFolders, pluginRoots } from './discover-plugin-folders.ts';
import { smallEngine } from './engine.fixture.ts';
import { temporaryFolder } from './plugin-folder.fixture.ts';
import { resolveEngine } from './resolve-engine.ts';

const PLUGINS = 'plugins/context_engine';

export const builtIn = smallEngine('compressor');

/** A project and a home on the disk, and a registry; `resolve` searches both, as a host does. */
export async function host() {
  const [project, home] = [await temporaryFolder(), await temporaryFolder()];
  const registry = createEngineRegistry({ builtIn });
  const resolve = async (requested?: string) => {
    const folders = await discoverPluginFolders({ roots: pluginRoots({ project, home }) });
    return resolveEngine({ requested, registry, folders });
  };
  return { registry, resolve, project: join(project, PLUGINS), home: join(home, PLUGINS) };
}

/** Where a resolution looked, and what it found there. */
export const outcomes = ({ report }: Awaited<ReturnType<typeof resolveEngine>>) =>
  report.attempts.map(({ place, outcome }) => `${place.kind === 'folder' ? place.root : place.kind}: ${outcome}`);
