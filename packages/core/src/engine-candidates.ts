import { join } from 'node:path';
import type { ContextEnginePlugin } from '@hermes-context/contract';
import { describeCause } from './describe-cause.ts';
import type { ContestedEngine, EngineRegistry } from './engine-registry.ts';
import type { EngineSource } from './engine-source.ts';
import type { PluginDiscovery, PluginFolder } from './list-plugin-folders.ts';
import type { PluginLoad } from './load-plugin-folder.ts';
import { PluginLoadError } from './plugin-load-error.ts';
import type { EnginePlace, ResolutionAttempt } from './resolution-report.ts';

/** A place where an engine of one name may be, in the order of precedence. Narrow on `kind`. */
export type EngineCandidate =
  | { readonly kind: 'folder'; readonly source: EngineSource; readonly folder: PluginFolder }
  | { readonly kind: 'registered'; readonly source: EngineSource; readonly plugin: ContextEnginePlugin }
  /** Several registered the name, so nobody has it. */
  | { readonly kind: 'contested'; readonly contested: ContestedEngine }
  | { readonly kind: 'absent'; readonly place: EnginePlace; readonly detail?: string };

/** A candidate that was tried: with a plug-in when it works. */
export interface TriedCandidate {
  readonly attempt: ResolutionAttempt;
  readonly plugin?: ContextEnginePlugin;
}

/** Every place to try for a name: each root's folder, then the registered engine. Pure. */
export function findCandidates(
  name: string,
  registry: EngineRegistry,
  discovery: PluginDiscovery,
): readonly EngineCandidate[] {
  const inFolders = discovery.roots.map(({ kind, path, problem }): EngineCandidate => {
    const folder = discovery.folders.find((each) => each.root.path === path && each.name === name);
    const source: EngineSource = { kind: 'folder', folder: join(path, name), root: kind };
    if (folder !== undefined) return { kind: 'folder', source, folder };
    return { kind: 'absent', place: source, ...(problem === undefined ? {} : { detail: problem }) };
  });
  return [...inFolders, registeredCandidate(name, registry)];
}

function registeredCandidate(name: string, registry: EngineRegistry): EngineCandidate {
  const registered = registry.find(name);
  if (registered !== undefined) return { kind: 'registered', source: registered.source, plugin: registered.plugin };
  const contested = registry.contested().find(({ engine }) => engine === name);
  return contested === undefined ? { kind: 'absent', place: { kind: 'registered' } } : { kind: 'contested', contested };
}

/** Who stands behind a candidate. */
export function sourcesOf(candidate: EngineCandidate): readonly EngineSource[] {
  switch (candidate.kind) {
    case 'absent':
      return [];
    case 'contested':
      return candidate.contested.claims.map(({ source }) => source);
    case 'folder':
    case 'registered':
      return [candidate.source];
  }
}

/** Try one place. The only step that may run a plug-in's code, and only a folder's. Never throws. */
export async function tryCandidate(
  candidate: EngineCandidate,
  load: (folder: string) => Promise<PluginLoad>,
): Promise<TriedCandidate> {
  switch (candidate.kind) {
    case 'absent': {
      const { place, detail } = candidate;
      return { attempt: { place, outcome: 'not-found', ...(detail === undefined ? {} : { detail }) } };
    }
    case 'contested': {
      const { error } = candidate.contested;
      return { attempt: { place: { kind: 'registered' }, outcome: 'broken', error } };
    }
    case 'registered':
      return { attempt: { place: candidate.source, outcome: 'found' }, plugin: candidate.plugin };
    case 'folder': {
      const loaded = await loadCandidate(candidate.folder, load);
      if (loaded.kind === 'failed') {
        return { attempt: { place: candidate.source, outcome: 'broken', error: loaded.error } };
      }
      return { attempt: { place: candidate.source, outcome: 'found' }, plugin: loaded.plugin };
    }
  }
}

async function loadCandidate(
  { name, folder, state }: PluginFolder,
  load: (folder: string) => Promise<PluginLoad>,
): Promise<PluginLoad> {
  if (state.kind === 'broken') return { kind: 'failed', error: state.error };
  try {
    return await load(folder);
  } catch (cause) {
    // Ours never throws; a host may have brought its own.
    const problem = `Loading threw: ${describeCause(cause)}`;
    const fix = 'Correct the plug-in, or the loader that the host passed.';
    const facts = { plugin: name, location: folder, reason: 'import-threw' as const, problem, fix, cause };
    return { kind: 'failed', error: new PluginLoadError(facts) };
  }
}
